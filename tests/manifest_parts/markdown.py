"""What an answer says, read from the page."""

from tests.manifest import Entry

ENTRIES = {
    "report.B37": Entry(
        "Code blocks of every layout, inline code and nested lists equal the source: language kept, fences long "
        "enough, no button text.",
        "public reports, group B, row B37",
    ),
    "report.B38": Entry(
        "A formula stands once, by its TeX, in the marks that the source has; a price is left alone.",
        "public reports, group B, row B38",
    ),
}

"""What must be shown, one module an area; ``tests/manifest.py`` reads them all."""

"""The user's face, with the browser's side played by hand."""

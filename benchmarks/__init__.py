"""What is measured, how, and against whom. Not part of the wheel; nothing in the library knows it."""

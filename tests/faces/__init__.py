"""What a user meets: the command line, the wheel, the README, the reference."""

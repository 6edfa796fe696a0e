"""What the store decides without a file: names, ages, steps, choices; and its tables on a database in memory."""

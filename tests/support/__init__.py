"""What tests share that is no fixture: pure comparisons, scripted peers."""

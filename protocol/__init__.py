"""What the devices of one table say to each other and what follows from it, without any input or output of its own."""

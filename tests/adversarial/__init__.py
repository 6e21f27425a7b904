"""Modified devices at an honest table: what each of them gets away with, which is nothing, and whom the others name."""

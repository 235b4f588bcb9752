"""Further layouts of files, read and written by datumaro in an interpreter of its own."""

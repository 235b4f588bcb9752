"""Files that strangers sent are decoded in child processes of bounded memory and time."""

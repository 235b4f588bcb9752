"""Run the commands of README and docs from their pages, in an empty folder, as printed."""

"""One module per task, named like its key: ``run(quick)`` trains on real data and measures."""

"""One module per task: ``run(quick)`` trains on real data and returns what was measured."""

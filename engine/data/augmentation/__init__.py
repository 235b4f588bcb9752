"""Random changes of training batches; all of them pure functions of options and a generator."""

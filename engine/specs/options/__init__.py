"""The options of tasks: the key of a task is the path of its module, which defines ``OPTIONS``."""

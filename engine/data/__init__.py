"""From files on a disk to the batches of a training run."""

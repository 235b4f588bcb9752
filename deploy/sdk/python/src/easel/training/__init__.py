"""Train in a notebook: ``easel.fit`` starts the engine as a process and shows what it says."""

"""What is wrong with data for a task, by counts alone: asked by the page and by the engine."""

"""Learning from tables: candidates, honest out-of-fold scores, and the blend of the best."""

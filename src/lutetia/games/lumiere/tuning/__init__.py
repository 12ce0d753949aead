"""Programs that tune the weights of the evaluation."""

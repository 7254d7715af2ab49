"""What every series' engine needs: the state and its frames, the kinds of node, chance, logs, positions."""

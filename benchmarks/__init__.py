"""Measurements beside a peer or a physical yardstick: `python -m benchmarks [NAME…]`.

A file of this folder with `BENCHMARKS: tuple[Benchmark, …]` is found by itself. Nothing here is a test:
times belong to a machine, ratios tell.
"""

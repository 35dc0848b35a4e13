"""Benchmarks: the numbers of the project, measured in one run (`make bench`)."""

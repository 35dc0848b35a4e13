"""Source that goes, as it stands, into every generated module: array primitives and search kernels."""

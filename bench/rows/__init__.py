"""The rows of docs/benchmarks.md, one module per kind of measurement."""

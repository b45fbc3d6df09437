"""The long tests before a release: `make soak`. SOAK=0.01 makes them a hundred times shorter."""

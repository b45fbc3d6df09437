"""`make mutants`: changes the rules one small thing at a time, and their tests must notice."""

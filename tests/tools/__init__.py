"""Tools that make files of the repository; each has a test that the files are what it makes."""

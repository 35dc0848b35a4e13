"""One module a question: takes data, returns results, prints nothing."""

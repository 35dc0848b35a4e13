"""Searches over the state graph: exploration, best lines, quickest losses, and graph analyses."""

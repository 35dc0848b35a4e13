"""Untrusted text to checked data: what a document may be, every complaint about it, and values of declared types."""

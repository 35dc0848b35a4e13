"""Emitted code as LLVM's assembly language: the part of Python that it is written in, which is small."""

"""Reports as pages: one self-contained HTML file, made from templates that escape every text, with nothing fetched.

The templates, the styles and the scripts beside this file are shipped as they are.
"""

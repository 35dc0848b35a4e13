"""What commands found: frozen data without input or output.  Renderers turn it into text or JSON.

Texts that came from files were made visible where they entered; grades and states are plain data (`verifier.search.state_words`).
"""

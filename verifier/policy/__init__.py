"""Players who see the table and not the deal, and the table that keeps it from them."""

"""Ways to play for somebody who sees the table and not the deal, one file each."""

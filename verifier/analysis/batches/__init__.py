"""Many deals: planned, worked out in parts on all cores or on a cluster, and kept, so that nothing is solved twice."""

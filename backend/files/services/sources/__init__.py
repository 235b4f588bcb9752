"""Files that stay where they are: in folders of this server, in buckets, at web addresses."""

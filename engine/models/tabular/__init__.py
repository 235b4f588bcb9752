"""Networks and learners for tables: what turns encoded columns into scores."""

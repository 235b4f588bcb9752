"""How many calls were made: counted in this process, or in Redis by several gateways together."""

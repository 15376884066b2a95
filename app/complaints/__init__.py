"""What passengers report, with a protocol. Built with the passengers part."""

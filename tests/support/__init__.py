"""What tests share: the cast, the page-checking client, databases, browsers."""

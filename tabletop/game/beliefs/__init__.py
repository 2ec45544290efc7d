"""The beliefs of sides about what they do not see: contacts, and the words in which a game speaks of them."""

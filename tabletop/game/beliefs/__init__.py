"""The beliefs of sides about things they cannot see: contacts, and a game's words for them."""

"""How a module's rule files read: one record a part of the rules. What the parts mean is not here."""

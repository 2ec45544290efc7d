"""The actions of a seat: access rights, landing, questions, and one transaction that becomes one patch."""

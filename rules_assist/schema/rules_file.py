"""A rule file of a module (named under `rules` in `module.yaml`): any of these parts, in any number of files."""

from tabletop.module.schema.base import Record


class RulesFile(Record):
    """A rule file. Each part may stand in any file; ids are unique in the whole module."""

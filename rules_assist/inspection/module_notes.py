"""The notes on a module, each in a line with its file, and with line and column if it has them."""

from rules_assist.inspection.back_notes import telling_backs
from rules_assist.inspection.map_notes import map_notes
from rules_assist.inspection.rule_rings import rings_of_rules, rings_of_traits
from rules_assist.rulebook.rule_book import RuleBook
from rules_assist.rulebook.rule_files import changes_to_families, read_rule_files
from tabletop.module.checks.written_traits import WrittenTraits
from tabletop.module.documents.document_reader import ModuleReader
from tabletop.module.schema.map.map_sheet_records import SheetRecord
from tabletop.module.schema.piece_records import PieceFile


def notes_of(book: RuleBook) -> tuple[str, ...]:
    """Return the notes on a module without mistakes, sorted by file and line."""
    module = book.module
    reader = ModuleReader(module.files)
    sheets = {file: reader.read(file, SheetRecord) for file in module.about.maps}
    files = {sheet.id: file for file, sheet in sheets.items() if sheet is not None}
    read_rule_files(reader, module)
    for file, path, sentence in changes_to_families(reader, module):
        reader.say(file, path, sentence)
    of_families = (f"{one.about.id}:{file}" for one in module.families for file in one.about.pieces)
    for file in (*of_families, *module.about.pieces):
        reader.read(file, PieceFile)
    for note in map_notes(book):
        if note.map in files:
            reader.say(files[note.map], note.path, note.sentence)
    for found in rings_of_rules(book.files):
        reader.say(found.file, found.path, found.sentence)
    written, telling = WrittenTraits(reader.records), dict(telling_backs(module.components.kinds.values()))
    for file, index, piece in written.pieces():
        if piece.id in telling:
            reader.say(file, ("pieces", index), telling[piece.id])
        for ring in rings_of_traits(written.traits_of(file, index, piece)):
            reader.say(ring.file, ring.path, ring.sentence)
    return tuple(map(str, reader.problems))

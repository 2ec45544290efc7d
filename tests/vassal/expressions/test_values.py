"""The values of expressions in braces, by the rules of VASSAL's BeanShell."""

import pytest

from tabletop.expression import ExpressionError, as_text, compile_expression
from tabletop.vassal.expressions import FieldFacts, translate_expression

USUAL = FieldFacts()

PIECE = {
    "Nation": "GE",
    "Strength": "3",
    "Hex": "0412",
    "Spent": "0",
    "Blank": "",
    "Out": "true",
    "In": "false",
    "Side": "Axis",
    "Half": "2.5",
    "Towns": "Bonn Ulm (N) Kiel",
    "Rhine": "5",
    "Long": "42L",
    "Whole": "42.0",
    "Quarter": ".75",
    "Padded": "007",
    "Signed": "+5",
    "Spaced": " 5 ",
    "Power": "1e3",
    "Version": "3.10",
    "Huge": "1.2.3",
}


def value(text: str, piece, field: FieldFacts = USUAL) -> str:
    """Return the value of an expression; "(an error)" if VASSAL would report one, "(inactive)" if it is not an
    expression.
    """
    translated = translate_expression(f"{{{text}}}", field)
    if translated.problem:
        assert translated.ours == "nothing"
        return "(inactive)"
    try:
        return as_text(compile_expression(translated.ours).evaluate(piece))
    except ExpressionError:
        return "(an error)"


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        # numbers are whole, of 32 bits, and divide without fraction
        ("1 + 2 * 3", "7"),
        ("7 / 2", "3"),
        ("-7 / 2", "-3"),
        ("-7 % 3", "-1"),
        ("2147483647 + 1", "-2147483648"),
        ("100000 * 100000", "1410065408"),
        ("0x1F + 010", "39"),
        ("0xFFFFFFFF", "-1"),
        ("2147483648", "-2147483648"),
        ("-2147483648", "-2147483648"),
        ("3000000000L + 1", "3000000001"),
        ("5L * 2", "10"),
        # a number that stands alone is no octal number
        ("010", "10"),
        ("089", "89"),
        ("+5", "5"),
        ("Strength - 1 - 1", "1"),
        ("10 - Strength + 2", "9"),
        ("Strength * Strength / 2", "4"),
        # numbers with a point
        ("7.0 / 2", "3.5"),
        ("2.5 * 2", "5.0"),
        ("Strength * 1.5", "4.5"),
        ("1.0 / 0", "Infinity"),
        ("(int) 3.9", "3"),
        ("(int) (Strength / 2.0)", "1"),
        ("1.5f + 1", "2.5"),
        ('1.5 + "x"', "1.5x"),
        ("1 == 1.0", "true"),
        ("Strength > 2.5", "true"),
        ("1 + 0.5 + Strength", "4.5"),
        # texts beside numbers
        ('1 + 2 + "a"', "3a"),
        ('"a" + 1 + 2', "a12"),
        ('"12" + 3', "123"),
        ('2 + ""', "2"),
        ('"" + Strength + 1', "4"),
        ('"" + ""', ""),
        ("Strength + Strength", "6"),
        ("Nation + Strength", "GE3"),
        ("Strength + Strength + Nation", "6GE"),
        ('"a" + true', "atrue"),
        ("Out + 1", "true1"),
        ('(Strength > 2) + " so"', "true so"),
        # a property that is not there is an empty text, and 0 beside a number
        ("Missing", ""),
        ('Missing == ""', "true"),
        ("Missing == 0", "true"),
        ("Missing < 1", "true"),
        ("Missing + 1", "1"),
        ('Missing + "x"', "x"),
        ("Missing == false", "false"),
        # a text in quotes stays a text, whatever it looks like
        ('"1" == "1"', "true"),
        ('"1" == 1', "true"),
        ('"01" == 1', "false"),
        ('"" == 0', "true"),
        ('"" == 1', "false"),
        ('GetString("Hex") == 412', "false"),
        ('GetString("Blank") == 0', "true"),
        ('"10" < "9"', "true"),
        ("10 < 9", "false"),
        ('Strength == "3"', "true"),
        ('Strength == "03"', "false"),
        ('Whole == "42"', "false"),
        ('"42" != Whole', "true"),
        ('Missing == "7"', "false"),
        ('Strength > "20"', "true"),
        ('Blank == "0"', "false"),
        ('Spent == ""', "true"),
        ('Nation == "GE"', "true"),
        ('Nation < "M"', "true"),
        ("Nation == 'G'", "false"),
        ("\"G\" == 'G'", "true"),
        # a property reads as a whole number, a number with a point, or a text
        ("Long", "42L"),
        ("Whole", "42.0"),
        ("Padded", "7"),
        ("Padded == 7", "true"),
        ('Padded == "7"', "true"),
        ('Padded == "007"', "false"),
        ('Padded < "1"', "false"),
        ('GetString("Padded") == 7', "false"),
        ('GetString("Padded") == Padded', "false"),
        ("Signed + 1", "6"),
        ("Spaced", " 5 "),
        ("Spaced == 5", "false"),
        ("Spaced + 1", " 5 1"),
        ("Power == 1000", "false"),
        ('Power == "1e3"', "true"),
        ("Huge", "1.2.3"),
        ("Version", "3.1"),
        ('Version == "3.10"', "false"),
        ('GetProperty("Version")', "3.10"),
        ("Quarter", "0.75"),
        ("Quarter == .75", "true"),
        ("Whole == 42", "true"),
        ("Half + 1", "3.5"),
        ("Half * 2", "5.0"),
        ("Half * 2 == Rhine", "true"),
        ("10 / Half - 1", "3.0"),
        ("-Half", "-2.5"),
        ("Half > 2 && Half < 10", "true"),
        ("Half < Strength", "true"),
        ('Half + "x"', "2.5x"),
        ('Half == "2.5"', "true"),
        ("(int) Half", "2"),
        ("Math.round(Half)", "3"),
        # a number with a point beside what is no number
        ("Nation == 2.5", "false"),
        ("Nation < 2.5", "false"),
        ("Missing == 0.0", "false"),
        ("Missing < 2.5", "true"),
        ("Out == 1.0", "false"),
        ('"2.50" == 2.5', "false"),
        # leading zeros are lost where a property is read, not where it is asked for as text
        ("Hex", "412"),
        ('Hex + "!"', "412!"),
        ("Hex == 412", "true"),
        ('GetString("Hex")', "0412"),
        ('GetString("Hex") + 1', "04121"),
        ("Hex.length()", "4"),
        ("Hex.length() > 3 ? Hex : 0", "0412"),
        # a true value is written "true", and is no number
        ("Out", "true"),
        ("Out == true", "true"),
        ('Out == "true"', "true"),
        ("true == false", "false"),
        ("true == 1", "false"),
        ("In == false", "true"),
        ("Out != false", "true"),
        ("(Strength > 2) == Out", "true"),
        ("(Strength > 2) == (Spent > 2)", "false"),
        ("!Out || Strength == 3", "true"),
        ("!(Strength == 3)", "false"),
        ('!(Nation == "GE") && true', "false"),
        # choices
        ('Strength > 2 ? "big" : "small"', "big"),
        ("Spent == 0 ? 0 : Strength / Spent", "0"),
        ("If(Spent == 0, Towns, Nation + Half)", "Bonn Ulm (N) Kiel"),
        ('Out ? "o" : In ? "i" : "n"', "o"),
        ('If(Strength == 1, "one", If(Strength == 2, "two", "more"))', "more"),
        ("If (Strength > 2 && !In, Strength + 1, 0)", "4"),
        # whole matches of a pattern
        ('Nation =~ "GE|AH"', "true"),
        ('Nation =~ "G"', "false"),
        ('Nation !~ "F.*"', "true"),
        # names
        ("Side", "Axis"),
        ("$Strength$ + 1", "4"),
        ('GetProperty("Rhi" + "ne")', "5"),
        ('GetProperty("Str" + "ength") + 1', "4"),
        ('GetProperty("Side")', "Axis"),
        # bits
        ("5 & 3", "1"),
        ("5 | 3", "7"),
        ("5 ^ 3", "6"),
        ("1 << 4", "16"),
        ("-16 >> 2", "-4"),
        ("Strength & 2", "2"),
        ("Strength << 2", "12"),
        ("Strength >> 1", "1"),
        # signs in words
        ("Strength @gt 2 @and (5 @bitwise_and 3) @lteq 1", "true"),
        ("Out @or Missing", "true"),
        # signs in single quotes
        ("'a' + \"b\"", "ab"),
        ("Nation + ' ' + Side", "GE Axis"),
        ("Nation + '-' + Strength + '/' + Rhine", "GE-3/5"),
        ("'<' + Nation + '>'", "<GE>"),
        ("\"x\" + '-' + 1 + 2", "x-12"),
        ("Missing + ' ' + Side", " Axis"),
        ("Strength + ' '", "35"),
        ("Strength + '-' + Nation", "48GE"),
        ("'a' + 1", "98"),
        ("'a' + 'b'", "195"),
        # comments, spaces, semicolons behind it
        ("1 + 2;", "3"),
        ("Strength ; ;", "3"),
        ("1 /* one */ + 2 // two", "3"),
        (" ( Strength ) ", "3"),
    ],
)
def test_values(text, gives, piece_of):
    assert value(text, piece_of(PIECE)) == gives


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ('"Alpha Beta".substring(0, 5)', "Alpha"),
        ('"Alpha Beta".substring(6)', "Beta"),
        ('"Alpha Beta".indexOf("Beta")', "6"),
        ('"Alpha".indexOf("x")', "-1"),
        ('"abab".lastIndexOf("b")', "3"),
        ('"Alpha".charAt(0)', "A"),
        ('"a,b,c".split(",")[1]', "b"),
        ('"a|b".split("\\\\|")[Strength - 2]', "b"),
        ('"a,b,c".split(",").length', "3"),
        ('"".split(",").length', "1"),
        ('"a,b,,".split(",").length', "2"),
        ('"a||b|".split("\\\\|").length', "3"),
        ('Missing.split(",")[0]', ""),
        ("Nation.substring(2)", ""),
        ('"Alpha".substring(2, 2)', ""),
        ('Towns.matches("(?!.*Rome).*")', "true"),
        ('Towns =~ "(.)o(n)\\\\2 .*"', "true"),
        ('"Alpha".replace("a", "o")', "Alpho"),
        ('Hex.replaceAll("[^4]", "")', "4"),
        ('Towns.replaceFirst("Bonn ", "")', "Ulm (N) Kiel"),
        ('Nation.replaceAll("(G)", "$1$1")', "GGE"),
        ('Nation.replaceAll("[A-Z]", "<$0>")', "<G><E>"),
        ('"Turn 12".replaceFirst("[0-9]+", "$0 of $0")', "Turn 12 of 12"),
        ('"a.b".replaceAll("[.]", "\\\\0")', "a0b"),
        ('"Turn 12".replaceAll("(\\\\w+) (\\\\d+)", "$2\\\\$")', "12$"),
        ('Nation =~ "(?i)ge"', "true"),
        ('Towns.contains("Ulm")', "true"),
        ('!Towns.contains("Ulm") || Towns.startsWith("Bonn")', "true"),
        ('Towns.endsWith("Kiel") == true', "true"),
        ('Missing.contains("")', "true"),
        ("Missing.length()", "0"),
        ('Nation.equals("GE")', "true"),
        ('Nation.equalsIgnoreCase("ge")', "true"),
        ("Blank.isEmpty()", "true"),
        ("Missing.isBlank()", "true"),
        ('Nation.compareTo("GA") > 0', "true"),
        ('Nation.compareTo("GE") <= 0', "true"),
        ('Nation.compareTo("GF")', "-1"),
        ("Nation.toLowerCase() + Nation.toUpperCase()", "geGE"),
        ('" x ".trim()', "x"),
        ('"ab".repeat(2)', "abab"),
        ('"a".concat("b")', "ab"),
        ('"Alpha".matches("A.*")', "true"),
        ("Strength.toString().length()", "1"),
        ('String.valueOf(Strength) + "!"', "3!"),
        ('Integer.parseInt("12") + 1', "13"),
        ('Integer.parseInt(Towns.replaceAll("[^0-9]", "") + 7)', "7"),
        ("Math.abs(2 - Strength)", "1"),
        ("Math.max(Strength, 9) - Math.min(Strength, 9)", "6"),
        ("Math.max(Strength, 2.5)", "3.0"),
        ("Math.max(Strength, Half)", "3.0"),
        ("Math.min(Half, Strength) + 1", "3.5"),
        ("Math.abs(0 - Half)", "2.5"),
        ("Math.round(Math.max(Half, 1))", "3"),
        ("Math.round(4 * Half - Strength * Half) + Math.round(2)", "5"),
        ("(int) (5 - Half) + (int) -Half", "0"),
        ("Math.abs(-2.5)", "2.5"),
        ("Math.round(2.5)", "3"),
        ("Math.round(Strength / 2.0)", "2"),
        ("Math.floor(2.7)", "2.0"),
        ("Math.ceil(Strength / 2.0)", "2.0"),
        ("Math.pow(2, 10)", "1024.0"),
        ("Math.sqrt(Strength * Strength)", "3.0"),
        ("Math.floorMod(-1, 6)", "5"),
        ('"abab".indexOf("b", 2)', "3"),
        ('"abab".indexOf("b", Strength)', "3"),
        ('"abab".indexOf("b", 4)', "-1"),
        ('"a  b c".split("\\\\s+")[1]', "b"),
        ('"a, b;c".split("[,; ]+")[2]', "c"),
        ('"a,b;c".split("[,;]").length', "3"),
        ('"1a2b".split("\\\\D")[1]', "2"),
        ('Towns.split("[ (]+")[2]', "N)"),
        ("Double.valueOf(Half) * 2", "5.0"),
        ('Boolean.valueOf("true") ? 1 : 2', "1"),
        ("Long.valueOf(Strength) + 1", "4"),
        ("Integer.compare(Strength, 9)", "-1"),
        ("Integer.compare(Strength, 3)", "0"),
        ("Integer.signum(Strength - 9)", "-1"),
        ("Integer.sum(Strength, 2)", "5"),
        ("Character.isDigit(Hex.charAt(1))", "true"),
        ("Character.isDigit(Nation.charAt(1)) || Character.isLetter(Hex.charAt(1))", "false"),
        ("Character.isLetter(Nation.charAt(1))", "true"),
        ("Character.getNumericValue(Hex.charAt(1)) + 1", "5"),
        ("Math.hypot(Strength, 4)", "5.0"),
        ("Math.signum(-2.5)", "-1.0"),
        ("(int) Math.signum(Strength)", "1"),
        ("Math.rint(2.5)", "2.0"),
        ("Math.rint(3.5) + Math.rint(-2.5) + Math.rint(2.6)", "5.0"),
        ("(int) (Math.random() * 6) + 1", "1"),
        ("Math.random() < 1", "true"),
    ],
)
def test_methods(text, gives, piece_of):
    assert value(text, piece_of(PIECE)) == gives


@pytest.mark.parametrize(
    "text",
    [
        "!Missing",
        "!Strength",
        "Nation && Out",
        "Missing ? 1 : 2",
        "Nation - 1",
        "1 / Spent",
        "If(Spent == 0, 0, Strength / Spent)",
        'If(Out, "x", If(In, Nation - 1, 2))',
        "Nation.substring(3)",
        "Nation.substring(1, 3)",
        "Nation.substring(2, 1)",
        "Nation.charAt(2)",
        '"a,b,,".split(",")[2]',
        'Integer.parseInt("x")',
        'Integer.parseInt(Nation.replaceAll("[A-Z]", ""))',
    ],
)
def test_what_vassal_tells_of_as_an_error_is_one_here(text, piece_of):
    assert value(text, piece_of(PIECE)) == "(an error)"


def test_an_alert_is_shown_and_gives_nothing(piece_of):
    piece = piece_of(PIECE)
    assert value('Alert("Out of " + Nation) + Strength', piece) == "3"
    assert value('If(Out, Alert("yes"), Alert("no"))', piece) == ""
    assert piece.alerts == ["Out of GE", "yes", "no"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 +", "ends too soon"),
        ("(1", "ends too soon"),
        ('"unclosed', "does not fit at character 1"),
        ("a b", "does not fit at character 3"),
        ("x = 1", "does not fit"),
        ("return 2", "does not fit"),
        ("null", 'the word "null"'),
        ("Missing == null", 'the word "null"'),
        ('"" != null', 'the word "null"'),
        ("new java.io.File(x)", "does not fit"),
        ('Runtime.getRuntime().exec("x")', "getRuntime"),
        ("unknownFunction(1)", "not a function of VASSAL"),
        ("SumStack()", "with 0 arguments"),
        ("Nation.hashCode()", "a method of Java"),
        ("Math.sin(1)", "a method of Java"),
        ("Integer.toString(5)", "a method of Java"),
        ("Out @xor In", "does not fit"),
        ("Nation.length", "only Java has"),
        ("Nation[0]", "something that is not a list"),
        ('Nation.split("a|b")[0]', "by a pattern"),
        ('Nation.replaceAll("(?<a>G)", "x")', "pattern"),
        ('Nation.replaceAll("(G)", "${a}")', "a named group"),
        ('Nation =~ "(?<name>G)E"', "pattern"),
        ("'ab'", "does not fit"),
        (r'"a\qb" + 1', "means nothing"),
        ("CountStack(\"{Nation == 'GE'}\")", "does not fit"),
        ('"\ue000" + Nation', "private use"),
        (r'"\ue001" + Nation', "private use"),
        ("1 / 0", "divides by 0"),
        ("99999999999", "too large"),
        ("089 + 1", "not an octal number"),
        ('Strength == 3 & Nation == "GE"', "not a whole number"),
        ("Out | (Strength == 3)", "not a whole number"),
        ("true + false", "adds a true or false value"),
        ("true < false", "the larger"),
        ("1 && true", "needs a condition"),
        ('"true" && true', "has a text where it needs a condition"),
        ("(Nation + Strength) ? 1 : 2", "has a sum where it needs a condition"),
        ("Towns.trim() - 1", "uses - on something that is not a number"),
        ('"" - ""', "on texts"),
        ("true + 'a'", "single quotes"),
        ("2.5 + 'a'", "single quotes"),
        ("default", 'the word "default"'),
        ("99999999999L * 99999999999999999999", "too large"),
        ('"a" * 2', "not a number"),
        ("!" * 101 + "a", "nested more than 100"),
        ("a" * 10_001, "10001 characters"),
        ("(" * 4000 + "1" + ")" * 3999, "ends too soon"),
    ],
)
def test_what_cannot_be_taken_over_says_why_and_does_nothing(text, why):
    translated = translate_expression(f"{{{text}}}")
    assert why in translated.problem
    assert translated.original == f"{{{text}}}"
    assert compile_expression(translated.ours).is_constant


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ("Hex", "0412"),
        ('Hex + "!"', "0412!"),
        ('Hex == "0412"', "true"),
        ("Integer.parseInt(Hex) + 1", "413"),
        ('GetProperty("Hex")', "412"),
        ("Strength + 1", "4"),
    ],
)
def test_leading_zeros_stay_where_the_module_wants_them(text, gives, piece_of):
    assert value(text, piece_of(PIECE), FieldFacts(leading_zeros_stay=True)) == gives


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ('{Nation == "GE" && Strength > 2}', 'Nation == "GE" and Strength > 2'),
        ("{CurrentX > 500 || !(StackSize == 1)}", "X > 500 or StackSize != 1"),
        ('{If(Turn==1,"A",If(Turn==2,"B","C"))}', 'if(Turn == 1, "A", Turn == 2, "B", "C")'),
        ('{"at " + LocationName}', 'plus("at ", Location)'),
        ('{"x" + CurrentX}', '"x" ~ X'),
        ('{GetProperty("my name")}', "plain_whole($my name$)"),
        ('{GetProperty(Side + "_Turn") > 1}', 'property(plus(Side_, "_Turn")) > 1'),
        ("{Side}", "plain(Side_)"),
        ("{Towns.contains(LocationName) == false}", "not contains(Towns, Location)"),
        ('{PieceName + ""}', 'plus(Name, "")'),
        ("{Random(6)}", "random(6)"),
        ("{Random(2, 5)}", "random(2, 5)"),
        ("{Random(4, 4)}", "4"),
        ("{Random(1)}", "1"),
        ("{Random(0)}", "1"),
        ("{Random(5, 2)}", "5"),
        ("{Random(Strength)}", "random(max(1, Strength))"),
        ("{Random(2, Strength)}", "random(2, max(2, Strength))"),
        ("{IsRandom(-5)}", "false"),
        ("{IsRandom(130)}", "true"),
        ("{IsRandom(30)}", "chance(30)"),
        ("{IsRandom()}", "chance(50)"),
        ("{IsRandom(100)}", "true"),
        ("{IsRandom(0)}", "false"),
        ("7", "7"),
        ("007", "7"),
        ("", '""'),
        ("{}", '""'),
        ("plain text", '"plain text"'),
        ("1L", '"1L"'),
        ("{4.2}", '"4.2"'),
        ("Test: $abc$", '"Test: " ~ abc'),
        ('{"plain text"}', '"plain text"'),
        ("$Nation$ corps", 'Nation ~ " corps"'),
        ("$Strength$", "Strength"),
    ],
)
def test_what_is_written_is_ours_and_can_be_read(text, ours):
    assert translate_expression(text).ours == ours
    compile_expression(ours)


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ('{GetProperty("Main Map_isVisible")}', "true"),
        ("{Main_Map_isVisible}", "true"),
        ("{Chart_isVisible}", "plain(Chart_isVisible)"),
        ("{_isVisible}", "plain(_isVisible)"),
    ],
)
def test_every_map_is_taken_to_be_shown(text, ours):
    translation = translate_expression(text, FieldFacts(maps=frozenset(("Main Map", "Hand"))))
    assert translation.ours == ours
    assert [reason.rpartition(": ")[2] for reason in translation.approximations] == (
        ["the player always has every map at hand"] if ours == "true" else []
    )

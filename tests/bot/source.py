"""What the source text of the bot and the rules says, for tests that hold it against something else."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Raised:
    """A place that raises something with a code: `Refused("lobby-full")`, `Illegal("outside", "R3.1", cell=cell)`."""

    name: str
    code: str
    values: frozenset[str]


@cache
def modules(package: str) -> tuple[ast.Module, ...]:
    """The syntax trees of a package."""
    return tuple(ast.parse(path.read_text("utf-8")) for path in sorted((ROOT / package).rglob("*.py")))


def raised(package: str, name: str) -> set[Raised]:
    """Every call of an exception that is given its code as a plain string."""
    found = set()
    for call in calls(package):
        if _name(call.func) != name or not call.args:
            continue
        values = frozenset(word.arg for word in call.keywords if word.arg)
        found |= {Raised(name, code, values) for code in strings_of(call.args[0])}
    return found


def calls(package: str) -> Iterator[ast.Call]:
    for module in modules(package):
        for node in ast.walk(module):
            if isinstance(node, ast.Call):
                yield node


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def strings_of(node: ast.expr) -> list[str]:
    """The strings that an expression can be: one, the two of a condition, the values of a table."""
    match node:
        case ast.Constant(value=str(value)):
            return [value]
        case ast.IfExp(body=body, orelse=orelse):
            return strings_of(body) + strings_of(orelse)
        case ast.Subscript(value=ast.Dict(values=values)):
            return [text for value in values for text in strings_of(value)]
        case _:
            return []


def strings(package: str) -> set[str]:
    """Every string in the code, those with something filled in as far as their first `{`, then `*`."""
    found = set()
    for module in modules(package):
        for node in ast.walk(module):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                found.add(f"{node.values[0].value}*")
    return found

"""No module of the package imports itself through others, not even for types alone."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Dict, Iterator, Set

ROOT = Path(__file__).parents[1] / "src"
MODULES: Dict[str, Path] = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).replace(".__init__", ""): path
    for path in ROOT.glob("parley/**/*.py")
}


def imported(name: str, path: Path) -> Iterator[str]:
    """The modules that a module's import statements name, including those for types alone."""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level > 0 else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in MODULES else base


def test_imports_form_no_circle() -> None:
    graph: Dict[str, Set[str]] = {name: set(imported(name, path)) & set(MODULES) for name, path in MODULES.items()}
    assert len(graph) > 50 and sum(map(len, graph.values())) > 100
    # Raises a CycleError that names the modules of a circle.
    TopologicalSorter(graph).prepare()

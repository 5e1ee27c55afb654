"""Wheels, and environments they are installed in: what people have who do not work on the sources."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parent.parent


def build_wheel(project: Path, folder: Path) -> Path:
    """The wheel of a project, in a folder that holds no other wheel yet."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=project, check=True)
    (found,) = folder.glob("*-py3-none-any.whl")
    return found


def new_environment(folder: Path, *wheels: Path) -> Path:
    """The programs of a new environment with these wheels in it, which borrows their dependencies from this one."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    (packages,) = folder.glob("[Ll]ib/**/site-packages")
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    subprocess.run([programs / "python", "-m", "pip", "-q", "install", "--no-index", "--no-deps", *wheels], check=True)
    # The folder comes last on the path, and its own .pth files, such as that of an editable Zashiki, are not read.
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return programs


def run(program: Path, *words: str | Path, cwd: Path, typed: str = "") -> str:
    """What a program prints; it must succeed, and sees nothing of this process's environment."""
    done = subprocess.run(
        [program, *words], cwd=cwd, env={}, input=typed, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout

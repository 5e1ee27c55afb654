"""Check the Dockerfile and the compose files: `python tools/check_container.py`.

The steps of the Dockerfile are tried in a temporary folder: what it copies makes a wheel, the wheel goes into a new environment,
its very CMD starts there with its ENV, and its HEALTHCHECK must succeed. Where docker, podman or buildah can build, the image is
built as well. `--index` installs the dependencies as the Dockerfile does; otherwise they are borrowed from the environment that
runs this script.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import yaml

ROOT = Path(__file__).parent.parent
START_SECONDS = 90.0
Step = tuple[str, str]  # an instruction and its arguments


def steps_of(dockerfile: Path) -> list[list[Step]]:
    """The instructions of each stage."""
    text = re.sub(r"^\s*#.*\n", "", dockerfile.read_text(encoding="utf-8"), flags=re.MULTILINE)
    steps = [line.strip().partition(" ") for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    starts = [number for number, (word, _, _) in enumerate(steps) if word == "FROM"] + [len(steps)]
    return [[(word, rest.strip()) for word, _, rest in steps[a:b]] for a, b in pairwise(starts)]


def all_of(stage: list[Step], word: str) -> list[str]:
    """The arguments of every such instruction of a stage."""
    return [rest for each, rest in stage if each == word]


def copied(stage: list[Step]) -> list[tuple[str, str]]:
    """What a stage copies from the sources: from where, and where to."""
    pairs = []
    for rest in all_of(stage, "COPY"):
        *sources, target = rest.split()
        if not sources[0].startswith("--from"):
            pairs += [(source, target if not target.endswith("/") else f"{target}{source}") for source in sources]
    return pairs


def check_texts() -> None:
    """What can be checked by reading; AssertionError says what is wrong."""
    build, final = steps_of(ROOT / "Dockerfile")
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line.startswith("!")]
    for source, _ in copied(build):
        assert (ROOT / source).exists(), f"the Dockerfile copies {source}, which is not there"
        assert source in allowed, f".dockerignore hides {source}, which the Dockerfile copies"
    assert all_of(final, "USER") not in ([], ["root"], ["0"]), "the house would run as root"
    (volume,) = all_of(final, "VOLUME")
    assert environment_of(final)["ZASHIKI_DATABASE"].startswith(f"{volume}/"), "the database would not be on the volume"
    for name in ("compose.yaml", "compose.postgres.yaml"):
        house = yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))["services"]["house"]
        assert house["read_only"], name
        assert house["tmpfs"] == ["/tmp"], name
        assert house["volumes"] == [f"data:{volume}"], name
        assert [port.rpartition(":")[2] for port in house["ports"]] == all_of(final, "EXPOSE"), name
    services = yaml.safe_load((ROOT / "compose.postgres.yaml").read_text(encoding="utf-8"))["services"]
    command = json.loads(all_of(final, "CMD")[0])
    assert services["house"]["command"] == [*command, "--workers", "2"]
    assert services["house"]["environment"]["ZASHIKI_DATABASE"].endswith("@db/zashiki")
    assert services["house"]["depends_on"]["db"]["condition"] == "service_healthy"
    assert "healthcheck" in services["db"]


def environment_of(stage: list[Step]) -> dict[str, str]:
    """What ENV sets."""
    return dict(pair.split("=", 1) for rest in all_of(stage, "ENV") for pair in shlex.split(rest))


def try_steps(folder: Path, *, index: bool) -> None:
    """Carry out the steps of the Dockerfile in a folder; AssertionError if the house does not come up, or does not go down."""
    build, final = steps_of(ROOT / "Dockerfile")
    source, data, programs = folder / "src", folder / "data", folder / "opt"
    data.mkdir()
    for name, target in copied(build):
        place = source / target
        place.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, place)
    make = ["-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", folder, "."]
    subprocess.run([sys.executable, *make, *([] if index else ["--no-build-isolation"])], cwd=source, check=True)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", programs], check=True)
    pip = [programs / "bin" / "python", "-m", "pip", "-q", "install"]
    if index:
        (extras,) = (rest.partition("=")[2] for rest in all_of(build, "ARG"))
        subprocess.run([*pip, "--constraint", source / "constraints.txt", f"{wheel}[{extras}]"], check=True)
    else:
        subprocess.run([*pip, "--no-index", "--no-deps", wheel], check=True)
        (packages,) = programs.glob("lib/*/site-packages")
        (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    serve(final, data, programs)


def serve(final: list[Step], data: Path, programs: Path) -> None:
    """Start the CMD, ask the HEALTHCHECK until it is content, and stop it as a container is stopped."""
    (volume,), (exposed,) = all_of(final, "VOLUME"), all_of(final, "EXPOSE")
    with socket.create_server(("127.0.0.1", 0)) as trial:
        port = str(trial.getsockname()[1])

    def here(text: str) -> str:
        return text.replace("/opt/zashiki", str(programs)).replace(volume, str(data)).replace(exposed, port)

    environment = {name: here(value) for name, value in environment_of(final).items()}
    command = [here(word) for word in json.loads(all_of(final, "CMD")[0])]
    healthy = [here(word) for word in json.loads(all_of(final, "HEALTHCHECK")[0].partition("CMD ")[2])]
    for words in (command, healthy):
        words[0] = str(programs / "bin" / words[0])
        assert os.access(words[0], os.X_OK), f"{words[0]} is not installed"
    house = subprocess.Popen(command, env=environment, cwd=data)
    try:
        until = time.monotonic() + START_SECONDS
        while subprocess.run(healthy, env=environment, stderr=subprocess.DEVNULL, check=False).returncode != 0:
            assert house.poll() is None, "the house did not start"
            assert time.monotonic() < until, "the house is not healthy"
            time.sleep(0.2)
        assert (data / "house.sqlite").exists(), "the database is not on the volume"
        house.send_signal(signal.SIGTERM)
        assert house.wait(30) in (0, -signal.SIGTERM), "the house did not stop in an orderly way"
    finally:
        if house.poll() is None:
            house.kill()
            house.wait()


def builder() -> str | None:
    """A program that can build images here."""
    for name in ("docker", "podman", "buildah"):
        found = shutil.which(name)
        if found and subprocess.run([found, "info"], capture_output=True, check=False).returncode == 0:
            return found
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--index", action="store_true", help="install the dependencies from the package index")
    given = parser.parse_args()
    check_texts()
    print("Dockerfile, .dockerignore, compose.yaml, compose.postgres.yaml: fine.")
    with tempfile.TemporaryDirectory(prefix="zashiki-container-") as folder:
        try_steps(Path(folder), index=given.index)
    print("The steps of the Dockerfile: fine.")
    program = builder()
    if program is None:
        print("No image was built: neither docker, podman nor buildah can build here.")
        return
    subprocess.run([program, "build", "--tag", "zashiki-check", str(ROOT)], check=True)
    print("The image: fine.")


if __name__ == "__main__":
    main()

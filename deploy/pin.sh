#!/usr/bin/env bash
# Writes requirements.txt and requirements-build.txt: every package that goes into an image, with its hashes,
# for the Python of the image and without the address of any index. Pins that still fit stay as they are.
# Needs python and uv on the path.
#
#   UPGRADE  set: take the newest versions that pyproject.toml allows
set -euo pipefail
cd "$(dirname "$0")/.."

compile() {
    uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --custom-compile-command 'make pins' ${UPGRADE:+--upgrade} "$@"
}

compile --extra otel --extra postgres --output-file deploy/requirements.txt pyproject.toml
python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
    | compile --output-file deploy/requirements-build.txt -

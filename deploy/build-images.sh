#!/usr/bin/env bash
# Builds the images of the five services, or of those that are named, with the first builder that works here.
#
#   TAG          the tag, `local` where none is given
#   BUILD_FLAGS  further flags for the builder, such as --build-arg RUNTIME=... for another base image
set -euo pipefail
cd "$(dirname "$0")/.."

if docker info >/dev/null 2>&1; then
    build=(docker build)
elif podman info >/dev/null 2>&1; then
    build=(podman build)
elif buildah info >/dev/null 2>&1; then
    build=(buildah build)
else
    echo 'No builder works here: docker, podman and buildah were tried.' >&2
    exit 1
fi

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml)
revision=$(git rev-parse HEAD 2>/dev/null || echo unknown)
read -r -a flags <<<"${BUILD_FLAGS:-}"
[ $# -gt 0 ] || set -- dealer rules scoring bot table
for service in "$@"; do
    image=game101/$service:${TAG:-local}
    echo "building $image with ${build[*]}"
    "${build[@]}" --file deploy/Dockerfile --tag "$image" \
        --build-arg SERVICE="$service" --build-arg VERSION="$version" --build-arg REVISION="$revision" \
        ${flags[@]+"${flags[@]}"} .
done

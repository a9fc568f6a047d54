#!/bin/sh
# Prints the version of package.json, and whether the remote repository has no tag for it yet:
#   version=0.3.0
#   new=true
set -eu
version=$(node --print 'require("./package.json").version')
# Without a connection, ls-remote fails, and so does this script.
tag=$(git ls-remote --tags "${1:-origin}" "refs/tags/v$version")
echo "version=$version"
if [ -z "$tag" ]; then echo new=true; else echo new=false; fi

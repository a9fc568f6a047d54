#!/bin/sh
# Prints the section of CHANGELOG.md for a version. Usage: sh .github/release-notes.sh 0.3.0
set -eu
notes=$(awk -v version="$1" '
  /^## / { inside = ($2 == version); next }
  inside { print }
' "$(dirname "$0")/../CHANGELOG.md")
if [ -z "$notes" ]; then
  echo "CHANGELOG.md has no entries under \"## $1\"." >&2
  exit 1
fi
printf '%s\n' "$notes" | sed '1{/^$/d;}'

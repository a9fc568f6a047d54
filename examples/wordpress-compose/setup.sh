#!/bin/sh
# Runs setup.php as the user that owns WordPress's files, so that WordPress can write whatever setup.php creates.
set -eu
chown www-data "$(dirname "$CREDENTIAL_FILE")"
exec setpriv --reuid=www-data --regid=www-data --init-groups php "$(dirname "$0")/setup.php"

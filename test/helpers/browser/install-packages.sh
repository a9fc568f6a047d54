# Installs Debian packages unattended while no service may start. Usage, as root: sh install-packages.sh PACKAGE...
set -e
policy=/usr/sbin/policy-rc.d
mark='written by install-packages.sh'

# One at a time: a second one would take our policy for the machine's own and go on after it is removed.
exec 9>/run/lock/product-mirror-packages
flock 9

# With the lock held, a policy of ours can only be one that was left behind when its writer was killed.
if grep -qs "$mark" "$policy"; then rm -f "$policy"; fi
if [ -e "$policy" ]; then
  # The machine's own policy stays as it is. Only one that forbids starting services will do.
  denied=0
  "$policy" mariadb start >/dev/null 2>&1 || denied=$?
  if [ "$denied" -ne 101 ]; then
    echo "$policy exists and lets services start; it was left alone and nothing was installed."
    exit 1
  fi
else
  trap 'rm -f "$policy"' EXIT
  trap 'exit 130' HUP INT TERM
  printf '#!/bin/sh\n# %s\nexit 101\n' "$mark" >"$policy"
  chmod 755 "$policy"
fi

export DEBIAN_FRONTEND=noninteractive
apt-get -q -o DPkg::Lock::Timeout=300 update
apt-get -q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Options::=--force-confold install --no-install-recommends "$@" 9>&-

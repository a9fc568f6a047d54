#!/bin/sh
# The steps that need root: `update`, or `install PACKAGE` without starting its service.
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
policy=/usr/sbin/policy-rc.d
mark='product-mirror setup'

if [ "$1" = update ]; then
  # apt can wait for the dpkg lock, but not for the lock on the package lists.
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
    output=$(apt-get update -q 2>&1)
    status=$?
    case $output in *'Could not get lock'*) sleep 10 ;; *) break ;; esac
  done
  printf '%s\n' "$output"
  exit "$status"
fi

package=$2
ours=no

cleanup() {
  if [ "$ours" = yes ]; then rm -f "$policy"; fi
}
trap cleanup EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Debian runs this file before it starts a service. Ours blocks only this package's service, so that other
# installations are not affected. An existing file of another program is left alone.
forbid_start() {
  # A file left by a killed setup is ours.
  owner=$(sed -n "s/^# $mark, process //p" "$policy" 2>/dev/null)
  if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then rm -f "$policy"; fi
  if (
    set -C
    printf '#!/bin/sh\n# %s, process %s\nfor word; do case $word in %s*) exit 101 ;; esac; done\nexit 0\n' "$mark" "$$" "$package" >"$policy"
  ) 2>/dev/null; then
    ours=yes
    chmod 755 "$policy"
  fi
}

forbid_start
apt-get install -y -q --no-install-recommends -o DPkg::Lock::Timeout=120 "$package" </dev/null
status=$?
[ "$status" -eq 0 ] || exit "$status"

# Keeps the service off after a reboot, too. `systemctl enable --now` turns it on.
if command -v systemctl >/dev/null; then systemctl disable "$package" >/dev/null 2>&1; fi
# Another program's policy file may have allowed the start.
if [ "$ours" = no ] && "$policy" "$package" start >/dev/null 2>&1; then service "$package" stop >/dev/null 2>&1; fi
exit 0

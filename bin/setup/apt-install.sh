#!/bin/sh
# The part of the setup that needs root: `update`, or `install PACKAGE` without starting the package's service.
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
policy=/usr/sbin/policy-rc.d
mark='product-mirror setup'

if [ "$1" = update ]; then
  # apt can wait for dpkg's lock by itself, but not for the one on the package lists.
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
    said=$(apt-get update -q 2>&1)
    status=$?
    case $said in *'Could not get lock'*) sleep 10 ;; *) break ;; esac
  done
  printf '%s\n' "$said"
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

# The system asks this file before it starts any service. Ours refuses this one service and lets all others pass,
# so that it disturbs no installation going on beside us. Somebody else's file stays as it is.
forbid_start() {
  # One left behind by a setup that was killed is not somebody else's.
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

# A later boot does not start it either; `systemctl enable --now` makes a service of it for whoever wants one.
if command -v systemctl >/dev/null; then systemctl disable "$package" >/dev/null 2>&1; fi
# Somebody else's policy may have let it start after all.
if [ "$ours" = no ] && "$policy" "$package" start >/dev/null 2>&1; then service "$package" stop >/dev/null 2>&1; fi
exit 0

# Ends an engine whatever happens to the process that started it. Usage: sh keeper.sh FOLDER, then one process group
# id a line on standard input. At the end of input, which also comes when the starter is killed, every group is
# killed and the folder removed. Killed outright: nothing in a throwaway database is worth an orderly shutdown.
trap '' HUP INT TERM
groups=
while read -r group; do groups="$groups $group"; done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done

# A dying process may still create a file in a folder that is being emptied.
tries=0
until rm -rf "$1" 2>/dev/null || [ "$tries" -ge 50 ]; do
  tries=$((tries + 1))
  sleep 0.1
done

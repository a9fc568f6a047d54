# Ends what a test worker started, however the worker ends. Usage: sh end-processes.sh [FOLDER]; standard input has a
# line "begun PID" for each process that leads a group, and "ended PID" when it has ended. At the end of input, which
# also comes when the worker is killed, the rest is killed, then what else belongs to FOLDER, and FOLDER is removed.
trap '' HUP INT TERM
folder=$1
running=' '
while read -r what pid; do
  case $what in
    begun) running="$running$pid " ;;
    ended) case $running in *" $pid "*) running="${running%% $pid *} ${running#* $pid }" ;; esac ;;
  esac
done

for pid in $running; do
  kill -s KILL -- "-$pid" 2>/dev/null
  kill -s KILL "$pid" 2>/dev/null
done
[ -n "$folder" ] || exit 0

# What left its group is found by its environment, or a Redis, which overwrites that, by where it works.
if [ -r /proc/self/environ ]; then
  for file in $(grep -lsxzF "PRODUCT_MIRROR_TEST_FOLDER=$folder" /proc/[0-9]*/environ); do
    pid=${file#/proc/}
    kill -s KILL "${pid%/environ}" 2>/dev/null
  done
  for file in $(grep -lsE '^(redis|valkey)' /proc/[0-9]*/comm); do
    case $(readlink "${file%comm}cwd") in
      "$folder"/*) pid=${file#/proc/}; kill -s KILL "${pid%/comm}" 2>/dev/null ;;
    esac
  done
fi

# A dying process may still create a file in a folder that is being emptied.
tries=0
until rm -rf "$folder" 2>/dev/null || [ "$tries" -ge 50 ]; do
  tries=$((tries + 1))
  sleep 0.1
done
rmdir "$(dirname "$folder")" 2>/dev/null

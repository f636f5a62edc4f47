#!/bin/sh
# Runs a command as root of a new user namespace, whose users are COUNT users of the host from FIRST on that nobody has:
#
#     sh user-range.sh FIRST COUNT COMMAND [ARGUMENT...]
#
# Started by root. Only root can give more than one user, and only from outside: so that is done by a second process, which
# ends before the command begins.
set -eu
first=$1 count=$2
shift 2
(
  {
    outside=$(readlink /proc/self/ns/user)
    while [ "$(readlink "/proc/$$/ns/user")" = "$outside" ]; do sleep 0.005; done
    echo "0 $first $count" > "/proc/$$/uid_map" && echo "0 $first $count" > "/proc/$$/gid_map" || kill -9 $$
  } < /dev/null > /dev/null 2>&1 3>&- &
)
exec unshare --user --keep-caps -- /bin/sh -c '
  until read -r range < /proc/self/gid_map; do sleep 0.005; done
  exec setpriv --reuid 0 --regid 0 --clear-groups --inh-caps=-all --ambient-caps=-all -- "$@"
' sh "$@"

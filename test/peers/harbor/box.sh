#!/bin/sh
# box.sh STATE COMMAND…: runs a command as in a container that has `bcb`, without a container engine. The machine's own folders
# are read-only; /app, /logs, /tests, /solution, /workdir and /tmp are those of the folder STATE. There is no network. With
# BOX=masked parts of /proc are covered, as container engines do it: no sandbox can be made of namespaces then.
set -eu
state=$1
shift
repository=$(cd "$(dirname "$0")/../../.." && pwd)
for path in app logs tests solution workdir tmp bin; do mkdir -p "$state/$path"; done
ln -sf "$repository/bcb" "$state/bin/bcb"
if [ "${BOX:-}" = masked ]; then set -- --unshare-pid --proc /proc -- "$@"; else set -- --bind /proc /proc -- "$@"; fi
set -- --dev /dev --tmpfs /dev/shm --unshare-net --unshare-ipc --die-with-parent --new-session \
  --chdir /app --setenv PATH "/box/bin:$(dirname "$(command -v node)"):/usr/local/bin:/usr/bin:/bin" "$@"
for path in tasks examples assets/findings test; do set -- --tmpfs "$repository/$path" "$@"; done # as docker/withhold.sh does
set -- --ro-bind "$repository" "$repository" "$@" # it may be below /tmp
for path in app logs tests solution workdir tmp; do set -- --bind "$state/$path" "/$path" "$@"; done
for path in /*; do
  case $path in
  /app | /logs | /tests | /solution | /workdir | /tmp | /proc | /dev) ;;
  *) if [ -L "$path" ]; then set -- --symlink "$(readlink "$path")" "$path" "$@"; else set -- --ro-bind "$path" "$path" "$@"; fi ;;
  esac
done
exec bwrap --ro-bind "$state/bin" /box/bin "$@"

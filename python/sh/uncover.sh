# Makes folders behind closed ones reachable, in a mount namespace that this is started in.
#
#     sh uncover.sh STAGE SOURCE… -- CLOSED… -- SOURCE… -- COMMAND…
#
# The sources are kept aside below STAGE, the closed folders covered by empty ones, and the sources put back in place.
set -e
umask 022
stage=$1
shift
mount -t tmpfs -o mode=0755,size=1m tmpfs "$stage"
section=0 count=0 words=0
for word in "$@"; do
  words=$((words + 1))
  if [ "$word" = -- ]; then
    section=$((section + 1)) count=0
    if [ $section = 3 ]; then break; fi
    continue
  fi
  count=$((count + 1))
  case $section in
    0) mkdir "$stage/$count"; mount --bind "$word" "$stage/$count" ;;
    1) mount -t tmpfs -o mode=0755,size=1m tmpfs "$word" ;;
    2) mkdir -p "$word"; mount --bind "$stage/$count" "$word" ;;
  esac
done
shift $words
exec "$@"

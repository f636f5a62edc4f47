#!/usr/bin/env bash
# What the Action needs on a runner: the strong sandbox, the build of this checkout, the Python environment.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)

if [ "${INPUT_EXECUTION:-local}" != local ]; then
  exec node "$here/scripts/setup.mjs" --no-env
fi
if command -v sudo >/dev/null && sudo --non-interactive true 2>/dev/null; then
  command -v bwrap >/dev/null || sudo apt-get install --yes --quiet bubblewrap ||
    echo "::warning title=BigCodeBench::bubblewrap could not be installed: programs run in a weaker sandbox."
  # Ubuntu 24.04 forbids user namespaces to plain users; the sandbox is made of them.
  if [ -e /proc/sys/kernel/apparmor_restrict_unprivileged_userns ]; then
    sudo sysctl --write kernel.apparmor_restrict_unprivileged_userns=0
  fi
fi
case "${INPUT_PROFILE:-}:${INPUT_SUBSET:-}" in
  :starter) profile=starter ;;
  :*) profile=full ;;
  *) profile=$INPUT_PROFILE ;;
esac
exec node "$here/scripts/setup.mjs" --profile "$profile"

export interface SandboxWeakness {
  readonly sentence: string;
  readonly fix: string;
}

const fix = 'install bubblewrap: `sudo apt-get install bubblewrap` or `sudo dnf install bubblewrap`';

const weaknesses: Readonly<Record<string, SandboxWeakness>> = {
  shared: {
    sentence:
      'The sandbox is a slower one (`shared`): without user namespaces, each worker runs one program at a time.',
    fix: 'allow user namespaces: `kernel.unprivileged_userns_clone=1`, on Ubuntu `kernel.apparmor_restrict_unprivileged_userns=0`',
  },
  landlock: {
    sentence:
      'The sandbox is a weak one (`landlock`): programs can see other processes on this machine, and correct solutions that use sockets or /dev/shm fail.',
    fix,
  },
  none: { sentence: 'Programs run without a sandbox: they can read and delete what you can.', fix },
};

/** In our image bubblewrap is there, and only the permission to make namespaces is missing. */
const fixInContainer = 'start the container with the options in docker/README.md, and have bubblewrap in it';

/** What a level lacks compared with the strongest, and how to fix that; undefined if it lacks nothing. */
export function describeWeakness(level: string, { isContainer = false } = {}): SandboxWeakness | undefined {
  const weakness = weaknesses[level];
  return weakness && isContainer ? { ...weakness, fix: fixInContainer } : weakness;
}

export interface SandboxWeakness {
  readonly sentence: string;
  /** What to run. */
  readonly fix: string;
}

const fix = 'install bubblewrap: `sudo apt-get install bubblewrap`, or `sudo dnf install bubblewrap`';

const weaknesses: Readonly<Record<string, SandboxWeakness>> = {
  shared: {
    sentence: 'The sandbox is a slower one (`shared`): no user namespaces, so one program at a time per worker.',
    fix: 'allow user namespaces: `kernel.unprivileged_userns_clone=1`, on Ubuntu `kernel.apparmor_restrict_unprivileged_userns=0`',
  },
  landlock: {
    sentence:
      'The sandbox is the weak one (`landlock`): programs see other processes of this machine, and right solutions that use sockets or /dev/shm fail.',
    fix,
  },
  none: { sentence: 'Programs run without a sandbox: they can read and delete what you can.', fix },
};

/** What a level lacks compared with the strongest, and how to get that; undefined where it lacks nothing. */
export function describeWeakness(level: string): SandboxWeakness | undefined {
  return weaknesses[level];
}

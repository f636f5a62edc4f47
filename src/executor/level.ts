/** How well the host is protected from programs on this machine, from the strongest to none: see docs/design/sandbox.md. */
export const localLevels = ['namespaces', 'shared', 'root', 'landlock', 'none'] as const;

/** A kind of isolation on this machine, from the strongest to none. */
export type LocalLevel = (typeof localLevels)[number];

export const isolationLevels = [...localLevels, 'remote'] as const;

/** `remote`: wherever it is, it is not this machine's sandbox. */
export type IsolationLevel = LocalLevel | 'remote';

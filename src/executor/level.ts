/** How well the host is protected from programs on this machine, from the strongest to none: see docs/design/sandbox.md. */
export const localLevels = ['namespaces', 'shared', 'root', 'landlock', 'none'] as const;

/** A kind of isolation on this machine, from the strongest to none. */
export type LocalLevel = (typeof localLevels)[number];

/** `remote`: wherever it is, it is not this machine's sandbox. */
export type IsolationLevel = LocalLevel | 'remote';

/** The short names that levels had before; still accepted wherever a level is named. */
export const levelLetters = { A: 'namespaces', B: 'shared', C: 'root', D: 'landlock' } as const;

export type LevelLetter = keyof typeof levelLetters;

export function resolveLevel(spelled: LocalLevel | LevelLetter): LocalLevel {
  return Object.hasOwn(levelLetters, spelled) ? levelLetters[spelled as LevelLetter] : (spelled as LocalLevel);
}

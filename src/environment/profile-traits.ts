import type { Profile } from '../schema/python-environment.ts';

export interface ProfileTraits {
  /** Free space that an installation needs at its peak. */
  readonly neededMb: number;
  /** Files that are deleted after installing, by their path below site-packages. */
  readonly isPruned: (path: string) => boolean;
}

/** Libraries' own tests and what only compilers read: a quarter of the size, and nothing imports it. */
const forDevelopers = /(^|\/)tests\/|\.(c|h|cpp|hpp|pyx|pxd|pxi|a)$/;

export const profileTraits: Record<Profile, ProfileTraits> = {
  starter: { neededMb: 900, isPruned: (path) => forDevelopers.test(path) },
  full: { neededMb: 3000, isPruned: () => false },
};

/** A pattern, in Python's syntax, of modules that need no bytecode: tests, and large parts that tasks hardly import. */
export const notCompiled = '/tests?/|/faker/providers/.*_[A-Z]|/fontTools/|/setuptools/|/pkg_resources/';

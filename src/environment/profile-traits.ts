import type { Profile } from '../schema/python-environment.ts';

export interface ProfileTraits {
  /** Free space that an installation needs at its peak. */
  readonly neededMb: number;
  /** Files to delete after installing, by their path in site-packages. */
  readonly isPruned: (path: string) => boolean;
}

/** The libraries' own tests and compiler input: a quarter of the size, never imported. */
const forDevelopers = /(^|\/)tests\/|\.(c|h|cpp|hpp|pyx|pxd|pxi|a)$/;

export const profileTraits: Record<Profile, ProfileTraits> = {
  starter: { neededMb: 900, isPruned: (path) => forDevelopers.test(path) },
  full: { neededMb: 3000, isPruned: () => false },
};

/** A Python pattern of modules that need no bytecode: tests, and large packages that tasks hardly import. */
export const notCompiled = '/tests?/|/faker/providers/.*_[A-Z]|/fontTools/|/setuptools/|/pkg_resources/';

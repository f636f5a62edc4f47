/**
 * What tests can use besides Node and Python. A test that needs what is absent is skipped, and its metadata say for want
 * of what: the closing line of `npm test` counts them.
 */
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it, type SuiteOptions, type TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What a skipped test lacks. */
    needs?: string;
  }
}

export interface Need {
  /** As the closing line names it. */
  readonly name: string;
  readonly isMet: boolean;
}

/** Programs that tests can use, by the names they have on different systems. */
export const programs = {
  bwrap: ['bwrap'],
  chromium: ['chromium', 'chromium-browser', 'google-chrome'],
  postgres: ['postgres'],
  'redis-server': ['redis-server'],
  ssh: ['ssh'],
  sshd: ['sshd'],
  zsh: ['zsh'],
} as const;

export type Program = keyof typeof programs;

export function program(name: Program): Need {
  return { name, isMet: findProgram(name) !== undefined };
}

/** A folder of the system in which tests can make folders of their own. */
export function writable(folder: string): Need {
  return { name: `write access to ${folder}`, isMet: allows(folder, constants.W_OK) };
}

/** Where a program is; undefined where it is not installed. */
export function findProgram(name: Program): string | undefined {
  return listFolders()
    .flatMap((folder) => programs[name].map((file) => join(folder, file)))
    .find((path) => allows(path, constants.X_OK));
}

/** Where programs are looked for: Debian has servers in folders that are not on everybody's PATH. */
export function listFolders(): string[] {
  const postgres = '/usr/lib/postgresql';
  const versions = listNames(postgres).sort((a, b) => Number(b) - Number(a));
  const others = ['/usr/sbin', ...versions.map((version) => join(postgres, version, 'bin'))];
  return [...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''), ...others];
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function allows(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** Options of a test, or of a group whose body does nothing but list tests: skipped unless all needs are met. */
export function needing(...needs: readonly Need[]): { skip?: true; meta?: { needs: string } } {
  const absent = needs.find(({ isMet }) => !isMet);
  return absent ? { skip: true, meta: { needs: absent.name } } : {};
}

type Body = () => void | Promise<void>;
type DescribeGroup = (name: string, ...rest: readonly [Body] | readonly [SuiteOptions, Body]) => void;

/** `describe`, but unless all needs are met the body is not even run, and the group counts as one skipped test. */
export function describeNeeding(...needs: readonly Need[]): DescribeGroup {
  const { meta } = needing(...needs);
  return (name, ...rest) => {
    const [options, body] = rest.length === 1 ? [{}, rest[0]] : rest;
    if (!meta) describe(name, options, body);
    else describe(name, () => it(`needs ${meta.needs}`, { skip: true, meta }, () => {}));
  };
}

/** Skips the test that runs, which has found out what it lacks. */
export function skipFor(context: TestContext, needs: string): never {
  context.task.meta.needs = needs;
  return context.skip(`needs ${needs}`);
}

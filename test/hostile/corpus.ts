/**
 * The corpus: one Python file per idea below `programs/GROUP/NAME.py`. Its first lines say what it does and what must
 * become of it:
 *
 *     # about: one sentence
 *     # expect: timeout, killed        any of these outcomes; not said of forgeries, which must not be proven
 *     # expect-D: error                the same for one level, where that level cannot do better
 *     # test: refused                  the file of `tests/` that judges it; `answer` without this line
 *     # limits: cpuMs=1000 files=64    what differs from `corpusLimits`
 *     # flags: rule-id, rule-id        rules of the safety scan that must name it
 *     # needs: numpy                   a library without which it cannot be run
 *     # open: one sentence             a known hole: what becomes of the program is not judged, the host still is
 *
 * A word like `@SECRET_FILE@` in a program stands for something planted on the host (see planted.ts).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { IsolationLevel } from '../../src/executor/level.ts';
import { defaultLimits, type Limits, limitsSchema, type Outcome, outcomeSchema } from '../../src/schema/execution.ts';

const groups = [
  'resource',
  'signal',
  'process',
  'filesystem',
  'network',
  'secrets',
  'escape',
  'output',
  'forgery',
  'separate',
  'honest',
] as const;

export type Group = (typeof groups)[number];

/** Generous where only a busy machine would come near, small where a bomb has to be filled first. */
export const corpusLimits: Limits = {
  ...defaultLimits,
  wallMs: 30_000,
  cpuMs: 15_000,
  memoryMb: 512,
  processes: 64,
  files: 256,
};

const words = z.string().transform((text) => text.split(',').map((word) => word.trim()));
const outcomes = words.pipe(z.array(outcomeSchema).min(1));
const limitNames = Object.keys(defaultLimits) as (keyof Limits)[];

const headerSchema = z.strictObject({
  about: z.string().min(10),
  expect: outcomes.optional(),
  'expect-B': outcomes.optional(),
  'expect-C': outcomes.optional(),
  'expect-D': outcomes.optional(),
  test: z.string().default('answer'),
  limits: z
    .string()
    .transform((text) => Object.fromEntries(text.split(/\s+/).map((pair) => pair.split('='))))
    .pipe(z.partialRecord(z.enum(limitNames), z.coerce.number().int().positive()))
    .default({}),
  flags: words.default([]),
  needs: words.default([]),
  open: z.string().optional(),
});

export interface HostileProgram {
  /** `group/name`. */
  readonly name: string;
  readonly group: Group;
  readonly about: string;
  readonly code: string;
  /** The source of the tests that judge it. */
  readonly test: string;
  readonly limits: Limits;
  readonly flags: readonly string[];
  readonly needs: readonly string[];
  readonly isOpen: boolean;
  expectedAt(level: IsolationLevel): readonly Outcome[];
  /** Whether that level cannot do better than let it pass. */
  mayPassAt(level: IsolationLevel): boolean;
}

/** Every program of some groups, in a fixed order. Throws where a header is wrong. */
export function loadCorpus(wanted: readonly Group[] = groups): HostileProgram[] {
  return wanted.flatMap((group) =>
    readdirSync(join(import.meta.dirname, 'programs', group))
      .filter((file) => file.endsWith('.py'))
      .sort()
      .map((file) => loadProgram(group, basename(file, '.py'))),
  );
}

function loadProgram(group: Group, name: string): HostileProgram {
  const code = readFileSync(join(import.meta.dirname, 'programs', group, `${name}.py`), 'utf8');
  const parsed = headerSchema.safeParse(headerOf(code));
  if (!parsed.success) throw new Error(`header of ${group}/${name}: ${z.prettifyError(parsed.error)}`);
  const header = parsed.data;
  const byLevel: Partial<Record<IsolationLevel, readonly Outcome[] | undefined>> = {
    shared: header['expect-B'],
    root: header['expect-C'],
    landlock: header['expect-D'],
  };
  return {
    name: `${group}/${name}`,
    group,
    about: header.about,
    code,
    test: loadTest(header.test),
    limits: limitsSchema.parse({ ...corpusLimits, ...header.limits }),
    flags: header.flags,
    needs: header.needs,
    isOpen: header.open !== undefined,
    expectedAt: (level) => byLevel[level] ?? header.expect ?? outcomeSchema.options,
    mayPassAt: (level) => byLevel[level]?.includes('pass') ?? false,
  };
}

export function loadTest(name: string): string {
  return readFileSync(join(import.meta.dirname, 'tests', `${name}.py`), 'utf8');
}

/** The `# key: value` lines that a program begins with. */
export function headerOf(code: string): Record<string, string> {
  const header: Record<string, string> = {};
  for (const line of code.split('\n')) {
    const match = /^# ([a-zA-Z-]+): (.*)$/.exec(line);
    if (match?.[1] === undefined || match[2] === undefined) break;
    header[match[1]] = match[2].trim();
  }
  return header;
}

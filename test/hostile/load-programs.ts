import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { outcomeSchema } from '../../src/schema/execution.ts';

/** A program of the corpus: a solution that is hostile, wrong or merely odd. */
export interface HostileProgram {
  readonly group: string;
  readonly name: string;
  readonly code: string;
  /** Which of the suite's tests judges it. */
  readonly test: string;
  /** A wall limit of its own, for those that sleep. */
  readonly wallMs: number | undefined;
  /** Outcomes that are acceptable at a level. */
  readonly expected: (level: string) => readonly string[];
  /** Whether it may pass, provided the safety scan flags it. */
  readonly isFlagged: boolean;
}

const folder = join(import.meta.dirname, 'programs');

/**
 * Reads `programs/*.py`. A line `#: words` starts a program of that name; `#: expect`, `#: expect-LEVEL`, `#: test`,
 * `#: wall` and `#: flagged` right after it say what is expected. `{NAME}` in the code is replaced by a planted value.
 */
export function loadPrograms(planted: Readonly<Record<string, string>>): HostileProgram[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.py'))
    .sort()
    .flatMap((name) => {
      const source = readFileSync(join(folder, name), 'utf8');
      const filled = source.replace(/\{([A-Z_0-9]+)\}/g, (whole, key: string) => planted[key] ?? whole);
      const sections = filled.split(/^#: (?!expect|test |wall |flagged)/m).slice(1);
      return sections.map((section) => parseProgram(basename(name, '.py'), section));
    });
}

function parseProgram(group: string, section: string): HostileProgram {
  const [name = '', ...lines] = section.split('\n');
  const directives = lines.filter((line) => line.startsWith('#: ')).map((line) => line.slice(3).split(' '));
  const wordsAfter = (key: string) => directives.find(([word]) => word === key)?.slice(1);
  const outcomes = wordsAfter('expect');
  if (outcomes === undefined) throw new Error(`${group}: "${name}" does not say what is expected`);
  for (const outcome of outcomes) outcomeSchema.parse(outcome);
  const code = lines.filter((line) => !line.startsWith('#: ')).join('\n');
  return {
    group,
    name,
    code: `${code.trimEnd()}${code.trimEnd().endsWith('\\') ? '' : '\n'}`,
    test: wordsAfter('test')?.[0] ?? 'answer',
    wallMs: wordsAfter('wall')?.map(Number)[0],
    expected: (level) => wordsAfter(`expect-${level}`) ?? outcomes,
    isFlagged: wordsAfter('flagged') !== undefined,
  };
}

/** `npm run bench -- sanitize`: how fast code is extracted from answers, and how the time grows with their length. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { createSanitizer, Sanitizer } from '../src/sanitize/sanitizer.ts';
import { readRecordedAnswers, recordedFiles } from '../src/sanitize/testing/recorded-answers.ts';
import { findPython310, Reference } from '../src/sanitize/testing/reference.ts';
import { recordedWhole } from '../src/util/testing/recorded-data.ts';
import { hasSharedData } from '../src/util/testing/shared-data.ts';

const repeats = 9;
const warmUps = 10;
const lengths = [500, 5000] as const;

/** Answers of any number of lines. The first is an ordinary long one, the others are the worst we know. */
const answers: Record<string, (lines: number) => string> = {
  'prose, fences and code': buildMixed,
  'unclosed brackets': (lines) => 'foo(\n'.repeat(lines),
  'unclosed lists with elements': (lines) => `x = [\n${'    1,\n'.repeat(9)}`.repeat(Math.ceil(lines / 10)),
  'unclosed string': (lines) => `x = """\n${'some text in here\n'.repeat(lines)}`,
  prose: (lines) => "This isn't code, it is prose (with a bracket and more.\n".repeat(lines),
  'single words': (lines) => 'word\n'.repeat(lines),
  'one-line functions': (lines) =>
    Array.from({ length: lines }, (_, at) => `def f${at}(x): return x + ${at}`).join('\n'),
  'try without except': (lines) => `try:\n${'    x = 1\n'.repeat(lines)}`,
  'code, then prose': (lines) => `${buildCode(lines / 2)}\n${'and prose follows here\n'.repeat(lines / 2)}`,
  'backslashes, then an error': (lines) => `${'a + \\\n'.repeat(lines / 2)}b c\n${'prose follows\n'.repeat(lines / 2)}`,
};

export async function run(): Promise<void> {
  const sanitizer = await loadBuiltSanitizer();
  measureLongAnswers(sanitizer);
  if (hasSharedData) measureRealAnswers(sanitizer);
  else console.log('\nreal answers: skipped, ../shared/data does not exist');
  await compareWithAllRanges(sanitizer);
}

/** The built one: transpiling on the fly makes modules several times slower. */
async function loadBuiltSanitizer(): Promise<Sanitizer> {
  const built = join(import.meta.dirname, '..', 'dist', 'sanitize', 'sanitizer.js');
  if (!existsSync(built)) throw new Error('Run `npm run build` first.');
  const module: { createSanitizer: typeof createSanitizer } = await import(pathToFileURL(built).href);
  return module.createSanitizer();
}

function measureLongAnswers(sanitizer: Sanitizer): void {
  // WebAssembly is compiled again, and better, once it gets hot.
  for (let at = 0; at < warmUps; at++) take(sanitizer, buildMixed(2000));
  console.log(
    `strategy upstream, CPU ms of one process, best of ${repeats} (the first call of that kind in brackets)\n`,
  );
  console.log(`${'answer'.padEnd(32)}${lengths.map((length) => `${length} lines`.padStart(18)).join('')}    grows`);
  for (const [name, build] of Object.entries(answers)) {
    const times = lengths.map((length) => measure(() => take(sanitizer, build(length))));
    const cells = times.map(({ best, first }) => `${best.toFixed(1)} (${first.toFixed(1)})`.padStart(18));
    const growth = (times[1]?.best ?? 0) / (times[0]?.best ?? 1);
    console.log(`${name.padEnd(32)}${cells.join('')}${`${growth.toFixed(1)} ×`.padStart(9)}`);
  }
}

function measureRealAnswers(sanitizer: Sanitizer): void {
  const texts = recordedFiles
    .flatMap((file) => readRecordedAnswers(recordedWhole, file))
    .map(({ raw_solution }) => raw_solution);
  const { best } = measure(() => texts.forEach((text) => void take(sanitizer, text)), 3);
  console.log(`\n${texts.length} real answers: ${((texts.length / best) * 1000).toFixed(0)} a second on one core`);
}

/** The original's way, every range of lines through CPython's parser, for an answer short enough to wait for. */
async function compareWithAllRanges(sanitizer: Sanitizer): Promise<void> {
  const python = findPython310();
  if (python === undefined) {
    console.log('comparison with all ranges: skipped, no Python 3.10 found');
    return;
  }
  using reference = new Reference(python);
  await reference.parses('x');
  for (const lines of [50, 100, 200]) {
    const text = buildMixed(lines);
    const startedAt = performance.now();
    await reference.extract(text);
    const slow = performance.now() - startedAt;
    const { best } = measure(() => take(sanitizer, text));
    const ratio = (slow / best).toFixed(0);
    console.log(
      `${lines} lines, all ranges through ast.parse: ${slow.toFixed(0)} ms, ours ${best.toFixed(2)} ms: ${ratio} ×`,
    );
  }
}

function take(sanitizer: Sanitizer, raw: string): string {
  return sanitizer.sanitize({ raw, entryPoint: 'task_func', strategy: 'upstream' }).solution;
}

/** CPU time of all threads of the process: includes our garbage collector, but no other work on the machine. */
function measure(work: () => unknown, times = repeats): { best: number; first: number } {
  const taken = Array.from({ length: times }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return { best: Math.min(...taken), first: taken[0] ?? 0 };
}

function buildMixed(lines: number): string {
  const prose = Array.from(
    { length: Math.floor(lines / 5) },
    (_, at) => `Sentence ${at} explains it, and isn't code (yet).`,
  );
  const code = buildCode(lines - 2 * prose.length - 2);
  return [...prose, '```python', code, '```', ...prose].join('\n');
}

function buildCode(lines: number): string {
  const functions = Array.from({ length: Math.ceil(lines / 10) }, (_, at) => buildFunction(at));
  return ['import os', ...functions].join('\n').split('\n').slice(0, lines).join('\n');
}

function buildFunction(number: number): string {
  return `def ${number === 0 ? 'task_func' : `helper_${number}`}(rows, limit=${number}, *, key=None):
    """Keep what is within the limit, and a few words more about it."""
    kept = [row for row in rows if row is not None and row['value'] <= limit]
    for index, row in enumerate(sorted(kept, key=lambda item: item['value'])):
        if key is not None and row.get(key) == f'{index}-{limit!r}':
            return helper_${number + 1}(rows[:index], limit=limit + 1, key=key)
        row['seen'] = {**row, 'at': (index, os.sep), 'more': [1.5, -2, 0x1f]}
    return kept
`;
}

import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { findAmbiguity } from './ambiguity.ts';

const root = join(import.meta.dirname, '..', '..', 'src');

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** The literals of a file, and how many patterns it builds otherwise. */
function listPatterns(code: string): { readonly literals: Pattern[]; readonly built: number } {
  const literals: Pattern[] = [];
  let built = 0;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, regex, callee } = node as {
      type?: string;
      regex?: { pattern: string; flags: string };
      callee?: { name?: string };
    };
    if (type === 'Literal' && regex) literals.push({ source: regex.pattern, flags: regex.flags });
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') built++;
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(code, { lang: 'ts' }));
  return { literals, built };
}

async function listSources(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/testing/'))
    .sort();
}

/** Texts of these are short, or written by whoever runs the command; or of libraries that are installed. */
const harmless = [
  ...['bin.ts', 'dataset/hub-download.ts', 'environment/pip-settings.ts', 'executor/gradio/gradio-http.ts'],
  ...['executor/local/sandbox-layout.ts', 'model/', 'prompt/build-prompt.ts', 'report/render-task.ts'],
  // At most 640 characters; nothing worse than quadratic there: see its own test.
  ...['schema/verdict.ts', 'util/hub.ts', 'util/letter-case.ts', 'util/rate-limit-headers.ts'],
];

/** Files that build patterns: of constants of their own, or of names that are escaped. Never of a caller's text. */
const builders = [
  'audit/chance/chance.ts',
  'audit/shipped-programs.ts',
  'compare/bundle/bundle-names.ts',
  'dataset/lint/check-task.ts',
  'dataset/visible-tests.ts',
  'dataset/world-facts.ts',
  'environment/explain-failure.ts',
  'environment/lock.ts',
  'evaluate/ground-truth/check-ground-truth.ts',
  'executor/local/memory-group.ts',
  'executor/queue/check-store.ts',
  'model/model-name.ts',
  'model/to-provider-error.ts',
  'report/text-table.ts',
  'safety/rule-finders.ts',
  'sanitize/reasoning.ts',
  'syntax/number-literal.ts',
  'upstream/result-name.ts',
  'util/glob.ts',
  'util/python-text.ts',
];

describe('the patterns of src', () => {
  test('take linear time, whatever the text', async () => {
    const slow: string[] = [];
    let count = 0;
    for (const path of await listSources()) {
      for (const { source, flags } of listPatterns(await readFile(path, 'utf8')).literals) {
        count++;
        const word = findAmbiguity(source, flags);
        if (word === undefined || harmless.some((name) => relative(root, path).startsWith(name))) continue;
        slow.push(`${relative(root, path)}: /${source}/${flags} on ${JSON.stringify(word)}`);
      }
    }
    expect(slow).toEqual([]);
    expect(count).toBeGreaterThan(200);
  });

  test('are written down, or built of what is', async () => {
    const found: string[] = [];
    for (const path of await listSources()) {
      if (listPatterns(await readFile(path, 'utf8')).built > 0) found.push(relative(root, path));
    }
    expect(found).toEqual(builders);
  });
});

/** The patterns that src reads from assets; those of `provider-faults.json` see the first 2,000 characters only. */
async function listAssetPatterns(): Promise<Pattern[]> {
  const read = async (name: string) => JSON.parse(await readFile(join(root, '..', 'assets', name), 'utf8'));
  const failures: { says: string }[] = await read('install-failures.json');
  const rules: { strings?: string[]; moduleNames?: string[] }[] = await read('safety-rules.json');
  const found = rules.flatMap(({ strings = [], moduleNames = [] }) => [...strings, ...moduleNames]);
  const { providers }: { providers: Record<string, { ownModels?: string }> } = await read('providers.json');
  const names = Object.values(providers).flatMap(({ ownModels }) => ownModels ?? []);
  return [
    ...failures.map(({ says }) => ({ source: says, flags: 'i' })),
    ...[...found, ...names].map((source) => ({ source, flags: '' })),
  ];
}

describe('the patterns in assets', () => {
  test('take linear time, whatever the text', async () => {
    const patterns = await listAssetPatterns();
    expect(patterns.length).toBeGreaterThan(10);
    expect(patterns.filter(({ source, flags }) => findAmbiguity(source, flags) !== undefined)).toEqual([]);
  });
});

describe('findAmbiguity', () => {
  test.each([
    ['(a+)+$', ''],
    ['(x+x+)+y', ''],
    ['^(?:a|a)*$', ''],
    ['^\\s*(?:async\\s+)?def', 'm'],
    ['\\s+$', ''],
    ['a*a*b', ''],
    ['.*,.*;', ''],
    ['(?=.*x)y', ''],
  ])('finds /%s/%s', (source, flags) => {
    expect(findAmbiguity(source, flags)).toEqual(expect.any(String));
  });

  test.each([
    ['^[ \\t]*def', 'm'],
    ['^\\s+', ''],
    ['\\w+', 'g'],
    ['[^a-z]+', 'g'],
    ['^(?:a|b)*$', ''],
    ['a{1,3}', ''],
    ['"[^"]*";', ''],
    [':\\d+$', ''],
    ['\\n\\s*', 'g'],
    ['\\s+', 'y'],
    ['(?:^|[,;\\s])wait=(\\d+)', ''],
  ])('takes /%s/%s for linear', (source, flags) => {
    expect(findAmbiguity(source, flags)).toBeUndefined();
  });
});

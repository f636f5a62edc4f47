import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
// @ts-expect-error: a script, which has no types.
import { findFaults, readRows, renderTable } from '../../scripts/parity-table.mjs';

const root = join(import.meta.dirname, '../..');
const own = 'test/e2e/parity-table.test.ts';
const title = 'is checked: %j';
const row = { source: 'README', says: 'x', here: 'y', verdict: 'works', test: own, title };

describe('the table of what the original promises', () => {
  test('names a test that exists, in every row, and is on the page', async () => {
    expect(findFaults(readRows())).toEqual([]);
    expect(await readFile(join(root, 'docs/parity.md'), 'utf8')).toContain(renderTable(readRows()));
  });

  test.each([
    [{ ...row }, []],
    [{ ...row, title: `no ${title}` }, [`"x" names "no ${title}", which ${own} does not have`]],
    [{ ...row, title: 'is checked' }, [`"x" names "is checked", which ${own} does not have`]],
    [{ ...row, title: 'findFaults' }, [`"x" names "findFaults", which ${own} does not have`]],
    [{ ...row, title: 'the table of what the original promises' }, []],
    [{ ...row, title: undefined }, [`"x" names no test of ${own}`]],
    [{ ...row, test: 'scripts/test-package.mjs', title: undefined }, []],
    [{ ...row, test: 'src/absent.test.ts' }, ['"x" names src/absent.test.ts, which does not exist']],
    [{ ...row, test: undefined }, ['"x" names no test']],
    [{ ...row, test: undefined, verdict: 'missing' }, []],
    [{ ...row, verdict: 'wrong' }, ['"x" has no such verdict: wrong']],
  ])('is checked: %j', (given, faults) => {
    expect(findFaults([{ title: 't', rows: [given] }])).toEqual(faults);
  });
});

test('issue templates ask for what is needed', async () => {
  const folder = join(root, '.github/ISSUE_TEMPLATE');
  const files = (await readdir(folder)).filter((file) => file !== 'config.yml');
  expect(files.sort()).toEqual(['bug.yml', 'model.yml', 'verdict.yml']);
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8');
    expect(text).toMatch(/^name: .+\ndescription: .+\nlabels: \[\w+\]\nbody:\n {2}- type: /);
    expect(text).toContain('required: true');
  }
});

test('the README thanks those it builds on', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  expect(readme).toContain('https://github.com/bigcode-project/bigcodebench');
  expect(readme).toContain('https://github.com/evalplus/evalplus');
});

/** What the judge takes for granted of Python, asked of every Python here, also of one that no lock is for yet. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { resolveDataFolder } from '../../src/environment/data-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const environments = join(resolveDataFolder(process.env), 'environments');
const installed = existsSync(environments)
  ? readdirSync(environments).map((name) => join(environments, name, 'venv/bin/python'))
  : [];
const minors = Array.from({ length: 11 }, (_, at) => `python3.${10 + at}`);
const starts = (python: string) => spawnSync(python, ['-c', 'pass']).status === 0;
const pythons = ['python3', ...minors, ...installed].filter(starts);

it.each(pythons)('%s is as the judge takes it to be', (python) => {
  const words = [
    '-B',
    '-m',
    'unittest',
    'discover',
    '-s',
    'python/tests',
    '-t',
    'python',
    '-p',
    'test_python_itself.py',
  ];
  const { status, stderr } = spawnSync(python, words, { cwd: root, encoding: 'utf8' });
  const failed = [...stderr.matchAll(/^(?:FAIL|ERROR): (\w+)/gm)].map(([, assumption = '']) => assumption);
  expect({ failed, status }, stderr).toEqual({ failed: [], status: 0 });
  expect(stderr).toMatch(/^Ran 11 tests/m);
});

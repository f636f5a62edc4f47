import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const script = join(import.meta.dirname, '..', '..', 'scripts', 'check-layers.mjs');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bcb-layers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function check(files: Record<string, string>) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  return { status, stderr };
}

describe('the layer rule', () => {
  test('holds for the project itself', () => {
    expect(spawnSync(process.execPath, [script], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  test('lets a room use the rooms below it', () => {
    const files = { 'evaluate/a.ts': "import { b } from '../score/b.ts';\n", 'score/b.ts': 'export const b = 1;\n' };
    expect(check(files)).toEqual({ status: 0, stderr: '' });
  });

  test.each([
    [
      'a room above',
      { 'score/a.ts': "import { b } from '../cli/b.ts';\n" },
      'score/a.ts:1: score must not import from cli',
    ],
    [
      'a sibling',
      { 'dataset/a.ts': "\nimport type { B } from '../executor/b.ts';\n" },
      'dataset/a.ts:2: dataset must not import from executor',
    ],
    [
      'a sibling, lazily',
      { 'model/a.ts': "const b = await import('../prompt/b.ts');\n" },
      'model/a.ts:1: model must not import from prompt',
    ],
    [
      'a door',
      { 'util/a.ts': "export { b } from '../index.ts';\n" },
      'util/a.ts:1: util must not import from index.ts',
    ],
    [
      'a closed folder of a room below',
      { 'cli/a.ts': "import { b } from '../executor/local/b.ts';\n" },
      'cli/a.ts:1: cli must not import from executor/local',
    ],
    ['a room nobody knows', { 'helpers/a.ts': '' }, 'helpers/a.ts: helpers is not in scripts/layers.mjs'],
  ])('fails on %s', (_, files, message) => {
    const { status, stderr } = check(files);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { digestRunner } from './runner-digest.ts';

it('changes with the runner, not with what lies beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'runner-digest-'));
  try {
    await mkdir(join(folder, 'bcb_runner', '__pycache__'), { recursive: true });
    for (const name of ['tests', 'jobs', 'env']) await mkdir(join(folder, name));
    await writeFile(join(folder, 'bcb_runner', 'a.py'), 'x = 1');
    const first = await digestRunner(folder);
    for (const name of ['tests', 'jobs', 'env']) await writeFile(join(folder, name, 'a.py'), '');
    await writeFile(join(folder, 'bcb_runner', '__pycache__', 'a.pyc'), '');
    expect(await digestRunner(folder)).toBe(first);
    await writeFile(join(folder, 'bcb_runner', 'a.py'), 'x = 2');
    expect(await digestRunner(folder)).not.toBe(first);
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(await digestRunner()).toMatch(/^[0-9a-f]{12}$/);
});

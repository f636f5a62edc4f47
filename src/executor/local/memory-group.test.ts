import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { skipFor } from '../../util/testing/needs.ts';
import { createMemoryGroup } from './memory-group.ts';

/** Larger than the kernel gives out. */
const deadPid = 2 ** 22 + 1;

it('removes what dead executors left, and nothing of another container', (context) => {
  const first = createMemoryGroup(process.geteuid?.() === 0 ? 0 : undefined);
  if (!first) return skipFor(context, 'control groups');
  const [, namespace = '', pid] = basename(first.folder).split('-');
  expect(Number(pid)).toBe(process.pid);
  const stale = join(dirname(first.folder), `bcb-${namespace}-${deadPid}-0`);
  const foreign = join(dirname(first.folder), `bcb-1${namespace}-${deadPid}-0`);
  for (const folder of [stale, foreign]) mkdirSync(folder);
  try {
    const second = createMemoryGroup(process.geteuid?.() === 0 ? 0 : undefined);
    expect([first.folder, second?.folder ?? '', foreign].map((folder) => existsSync(folder))).toEqual([
      true,
      true,
      true,
    ]);
    expect(existsSync(stale)).toBe(false);
    second?.remove();
  } finally {
    rmdirSync(foreign);
    first.remove();
  }
  expect(existsSync(first.folder)).toBe(false);
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { bin, built, root } from './testing/installed.ts';

const library = join(root, 'dist', 'index.js');

/** Runs the built program with a hook that prints the address of every module it loads. */
function modulesOf(...words: string[]): string[] {
  const load = `import { writeSync } from 'node:fs';
    export async function load(url, context, next) {
      writeSync(2, 'module ' + url + String.fromCharCode(10));
      return next(url, context);
    }`;
  const hook = `import { register } from 'node:module';
    register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(load)}`)});`;
  const loader = `data:text/javascript,${encodeURIComponent(hook)}`;
  const { stderr, status } = spawnSync(process.execPath, ['--import', loader, ...words], { encoding: 'utf8' });
  expect(status).toBe(0);
  return [...stderr.matchAll(/^module (file:\S+)$/gm)].map((match) => match[1] ?? '');
}

describeNeeding(built)('starting the built program', () => {
  test('--help loads a handful of small modules and no package but the one for colours', () => {
    const modules = modulesOf(bin, '--help');
    const packages = modules.filter((url) => url.includes('/node_modules/') && !url.includes('/picocolors/'));
    expect(packages).toEqual([]);
    expect(modules.length).toBeGreaterThan(5);
    expect(modules.length).toBeLessThan(25);
  });

  test('the library loads the border checks and no provider, parser, table or model', () => {
    const packages = modulesOf(library).flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []);
    expect([...new Set(packages)].sort()).toEqual([
      '@ai-sdk/provider',
      'env-paths',
      'is-safe-filename',
      'picocolors',
      'zod',
    ]);
  });
});

/** A package installed for everybody, as by `npm install --global`: it holds tests and solutions of tasks. */
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { namespaces } from '../../src/executor/local/testing/namespaces.ts';
import { sampleRequest } from '../../src/model/testing/sample-request.ts';
import { describeNeeding, program, writable } from '../../src/util/testing/needs.ts';
import { installed, root } from './testing/installed.ts';

const system = '/usr/local/lib';

describeNeeding(
  installed,
  namespaces,
  program('bwrap'),
  writable(system),
)('a package below /usr', () => {
  let place: string;
  beforeAll(async () => {
    place = await mkdtemp(`${system}/bcb-test-`);
    const parts = ['dist', 'assets', 'python', 'tasks', 'package.json'];
    for (const part of parts) await cp(join(root, part), join(place, part), { recursive: true });
    await symlink(join(root, 'node_modules'), join(place, 'node_modules'));
  });
  afterAll(() => rm(place, { recursive: true, force: true }));
  const node = (words: readonly string[], input = '') =>
    execFileSync(process.execPath, words, { cwd: '/', input, encoding: 'utf8' });

  it('is not seen by agents', () => {
    const script = `import { resolveModel } from '${place}/dist/model.js';
      const model = await resolveModel('command:/bin/sh -c "ls ${place}; ls -d ${system}"');
      console.log((await model.answer(${JSON.stringify(sampleRequest())}))[0].text);`;
    expect(node(['--input-type=module', '--eval', script])).toBe(`${system}\n\n`);
  });

  it('is not seen by programs, which run all the same and cannot write there', () => {
    const script = `import os
print(os.listdir('${place}'), os.access('${place}', os.W_OK))`;
    const words = [join(place, 'dist/bin.js'), 'exec', '--isolation', 'namespaces'];
    const [execution] = node(words, JSON.stringify({ id: 0, script })).split('\n');
    expect(JSON.parse(execution ?? '')).toMatchObject({ stdout: '[] False\n' });
  });
});

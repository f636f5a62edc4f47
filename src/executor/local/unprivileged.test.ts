import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asUnprivileged } from './sandbox-command.ts';

const drop = ['setpriv', '--reuid', '60700', '--regid', '60700', '--clear-groups', '--'];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bcb-unprivileged-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'open', 'a b'), { recursive: true });
  mkdirSync(join(folder, 'closed', 'deep', 'env'), { recursive: true });
  chmodSync(join(folder, 'closed'), 0o700);
  chmodSync(join(folder, 'closed', 'deep'), 0o700);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('asUnprivileged', () => {
  it('only changes the user where everything can be reached', () => {
    const sources = [join(folder, 'open', 'a b')];
    expect(asUnprivileged(['bwrap', '--x'], { user: 60700, sources })).toEqual([...drop, 'bwrap', '--x']);
  });

  it('uncovers what lies behind a closed folder, from the outermost one on', () => {
    const hidden = join(folder, 'closed', 'deep', 'env');
    const command = asUnprivileged(['bwrap'], { user: 60700, sources: [join(folder, 'open'), hidden] });
    expect(command.slice(0, 5)).toEqual(['unshare', '--mount', '--propagation', 'private', '--']);
    expect(command.slice(command.indexOf('/bin/sh') + 3)).toEqual([
      ...[hidden, '--', join(folder, 'closed'), '--', hidden, '--'],
      ...[...drop, 'bwrap'],
    ]);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { resolveDataFolder } from '../../src/environment/data-folder.ts';
import { loopbackE2b, startLoopbackE2b } from '../../src/executor/e2b/testing/loopback-e2b/loopback-e2b.ts';
import { needing } from '../../src/util/testing/needs.ts';
import { bin, installed } from './testing/installed.ts';

const apiKey = 'e2b_loopback';

test('Ctrl-C ends every rented sandbox, and the same command then works', {
  timeout: 300_000,
  ...needing(loopbackE2b(), installed),
}, async () => {
  const inside = `env BCB_DATA_DIR=${resolveDataFolder(process.env)} ${process.execPath} ${bin}`;
  await using peer = await startLoopbackE2b({ programs: { bigcodebench: inside }, apiKey });
  const folder = await mkdtemp(join(tmpdir(), 'bcb-interrupt-'));
  const words = ['evaluate', '--check-gt-only', '--subset', 'starter', '--out', folder];
  const variables = { E2B_API_KEY: apiKey, E2B_API_URL: peer.url, E2B_SANDBOX_URL: peer.url };
  const start = () => {
    const child = spawn(process.execPath, [bin, ...words, '--execution', 'e2b', '--sandboxes', '1'], {
      cwd: folder,
      env: { ...process.env, ...variables, BCB_CACHE_DIR: join(folder, 'cache') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number, said }));
    return { child, ended };
  };

  const first = start();
  // A worker that runs has a process in its sandbox.
  while (![...peer.running.values()].some(({ processes }) => processes.size > 0)) await sleep(20);
  first.child.kill('SIGINT');
  expect(await first.ended).toMatchObject({ code: 130 });
  expect(peer.running.size).toBe(0);
  expect(peer.killed).toEqual(peer.created);

  const { code, said } = await start().ended;
  expect({ code, said }).toMatchObject({
    code: 0,
    said: expect.stringMatching(/50 of 50 reference solutions pass|50\/50/),
  });
  expect(said).toMatch(/One E2B sandbox .* costs about \$0\.33 an hour/);
  expect(said).toMatch(/1 E2B sandbox was started, 1 ended/);
  expect([...peer.killed].sort()).toEqual([...peer.created].sort());
  await rm(folder, { recursive: true });
});

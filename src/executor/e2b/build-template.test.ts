import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildTemplate } from './build-template.ts';
import { startLoopbackE2b } from './testing/loopback-e2b/loopback-e2b.ts';

const signal = new AbortController().signal;

it('uploads the package and has the template built that docker/e2b describes', async () => {
  await using peer = await startLoopbackE2b({ programs: {}, apiKey: 'e2b_x', templates: [] });
  const folder = await mkdtemp(join(tmpdir(), 'bcb-archive-'));
  const archive = join(folder, 'package.tgz');
  await writeFile(archive, 'what npm pack makes');
  const log: string[] = [];
  const connection = { apiKey: 'e2b_x', apiUrl: peer.url, sandboxUrl: peer.url };
  const onLog = (line: string) => log.push(line);
  const options = { connection, variables: {}, onLog, signal, archive };
  expect(await buildTemplate(options)).toEqual({ name: 'bigcodebench_evaluator' });
  expect(peer.builds).toMatchObject([{ name: 'bigcodebench_evaluator', cpuCount: 4, memoryMb: 8192 }]);
  expect(peer.builds[0]?.uploads.size).toBe(1);
  expect(JSON.stringify(peer.builds[0]?.instructions)).toContain('bigcodebench env install --profile full');
  expect(log.join('\n')).toContain("Uploaded 'bigcodebench.tgz'");
  await buildTemplate({ ...options, name: 'mine' });
  expect(peer.builds[1]).toMatchObject({ name: 'mine' });
  await rm(folder, { recursive: true });
});

it('says why E2B built nothing', async () => {
  const connection = { apiKey: 'e2b_x', apiUrl: 'http://127.0.0.1:47997' };
  const archive = join(import.meta.dirname, 'build-template.ts');
  await expect(buildTemplate({ connection, variables: {}, onLog: () => {}, signal, archive })).rejects.toMatchObject({
    code: 'NETWORK',
    message: expect.stringMatching(/^E2B did not build the template bigcodebench_evaluator \(/),
  });
});

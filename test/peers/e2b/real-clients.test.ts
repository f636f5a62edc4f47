/**
 * Our loopback E2B driven by others: by E2B's Python package (`BCB_PEER_E2B_PYTHON`), and by the original with
 * `--execution e2b` (`BCB_PEER_ORIGINAL`, its `bigcodebench.evaluate`), whose sandbox runs our program.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { resolveDataFolder } from '../../../src/environment/data-folder.ts';
import { startLoopbackE2b } from '../../../src/executor/e2b/testing/loopback-e2b/loopback-e2b.ts';
import { evalResultsSchema } from '../../../src/upstream/eval-results.ts';
import { needing } from '../../../src/util/testing/needs.ts';
import { recordings, sharedData } from '../../../src/util/testing/shared-data.ts';
import { bin, built } from '../../e2e/testing/installed.ts';

const python = process.env.BCB_PEER_E2B_PYTHON;
const original = process.env.BCB_PEER_ORIGINAL;
const peer = (command: string | undefined) => ({
  name: 'peers (test/peers/README.md)',
  isMet: command !== undefined,
});

const samples = 'qwen2.5-coder-7b-instruct--complete.samples.jsonl.gz';
const offlineStatus = 'qwen2.5-coder-7b-instruct--complete.offline-status.json';
const apiKey = 'e2b_0123456789abcdef0123456789abcdef01234567';
/** Where the Python package's debug mode looks for the API and for what runs in a sandbox. */
const ports = [3000, 49_983];

function run(command: string, words: readonly string[], cwd: string) {
  const child = spawn(command, words, {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, E2B_DEBUG: 'true', E2B_API_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

async function readLines(name: string, count: number) {
  const text = gunzipSync(await readFile(sharedData('samples', name))).toString('utf8');
  const hard = new Set(JSON.parse(await readFile(sharedData('hard-ids.json'), 'utf8')) as string[]);
  const lines = text.split('\n').filter((line) => line !== '' && hard.has(JSON.parse(line).task_id));
  return lines.slice(0, count);
}

describe('the loopback E2B', () => {
  it('serves E2B’s Python package', needing(peer(python)), async () => {
    await using peer = await startLoopbackE2b({ programs: {}, apiKey, ports });
    const script = join(import.meta.dirname, 'client.py');
    const { out, err } = await run(python ?? '', [script, apiKey], tmpdir());
    expect(JSON.parse(out === '' ? JSON.stringify(err) : out)).toMatchObject({
      stdout: 'grüße\n1000\n/home/user\n',
      stderr: 'problem\n',
      code: 7,
      file: 'made inside\n',
    });
    expect(peer.created).toHaveLength(1);
  });

  it('serves the original, and our program in the sandbox gives it the results it gives here', {
    timeout: 600_000,
    ...needing(peer(original), recordings, built),
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bcb-original-'));
    const lines = await readLines(samples, 12);
    const ids = lines.map((line) => JSON.parse(line).task_id as string);
    await writeFile(join(folder, 'samples.jsonl'), `${lines.join('\n')}\n`);
    const variables = [
      `BCB_DATA_DIR=${resolveDataFolder(process.env)}`,
      `BIGCODEBENCH_OVERRIDE_PATH=${sharedData('bigcodebench-v0.1.4.jsonl.gz')}`,
    ].join(' ');
    const program = `env ${variables} ${process.execPath} ${bin} evaluate`;
    await using peer = await startLoopbackE2b({ programs: { 'bigcodebench.evaluate': program }, apiKey, ports });
    const words = ['--execution', 'e2b', '--split', 'complete', '--subset', 'hard', '--samples', 'samples.jsonl'];
    const selected = ['--selective_evaluate', ids.join(',')];
    const { out, err } = await run(original ?? '', [...words, ...selected], folder);
    const results = evalResultsSchema.parse(
      JSON.parse(await readFile(join(folder, 'samples_eval_results.json'), 'utf8').catch(() => `"${out}${err}"`)),
    );
    const statuses = Object.entries(results.eval).map(([id, [entry]]) => [id, entry?.status]);
    const recorded = JSON.parse(await readFile(sharedData('samples', offlineStatus), 'utf8')) as Record<string, string>;
    expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(ids.map((id) => [id, recorded[id]])));
    // What it does with the results it has fetched: its own fault, in every version.
    expect(err).toContain('UnboundLocalError');
    expect(peer.created).toHaveLength(1);
    await rm(folder, { recursive: true });
  });
});

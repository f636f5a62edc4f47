/** The real command in the real sandbox, killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LogEvent } from '../../src/schema/log-event.ts';
import { listRunFolders } from '../../src/store/manifest.ts';
import { createRandom } from '../../src/util/random.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { bin, installed, recordedAnswers, root } from './testing/installed.ts';
import { readFold } from './testing/read-fold.ts';

const kills = 10;
const tasks = ['Starter/1', 'Starter/12', 'Starter/3', 'Starter/7'];
const models = ['canonical', `replay:${recordedAnswers}`];
const seed = Number(process.env.BCB_TEST_SEED ?? 20240622);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bcb-run-kill-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every whole line of every log, by run. */
async function readLogs(out: string): Promise<Map<string, LogEvent[]>> {
  const logs = new Map<string, LogEvent[]>();
  for (const run of await listRunFolders(join(folder, out))) {
    const text = await readFile(join(run, 'journal.jsonl'), 'utf8').catch(() => '');
    const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
    logs.set(
      basename(run),
      lines.filter(Boolean).map((line) => JSON.parse(line)),
    );
  }
  return logs;
}

const countLines = async (out: string) => [...(await readLogs(out)).values()].flat().length;

/** The fold of every log, by run. */
async function readFolds(out: string) {
  const runs = await listRunFolders(join(folder, out));
  const folds = await Promise.all(runs.map(async (run) => [basename(run), await readFold(run)] as const));
  return Object.fromEntries(folds);
}

function start(out: string, words: readonly string[]): { child: ChildProcess; ended: Promise<string> } {
  const environment = { ...process.env, BCB_CACHE_DIR: join(folder, `${out}-cache`) };
  const child = spawn(process.execPath, [bin, 'run', '--out', join(folder, out), '--quiet', '--json', ...words], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaints = '';
  child.stdout.on('data', (piece) => (output += piece));
  child.stderr.on('data', (piece) => (complaints += piece));
  const ended = new Promise<string>((resolve, reject) =>
    child.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve('killed');
      else if (code === 0) resolve(output);
      else reject(new Error(`bcb run ended with ${signal ?? code}: ${complaints}`));
    }),
  );
  return { child, ended };
}

const words = ['--model', models.join(','), '--subset', 'starter', '--split', 'instruct', '--select', '1,3,7,12'];

/** Starts the command; kills it once the logs have grown by so many lines. */
async function runUntil(out: string, growth: number): Promise<string> {
  const before = await countLines(out);
  const { child, ended } = start(out, words);
  const isOver = ended.then(
    () => true,
    () => true,
  );
  while ((await countLines(out)) < before + growth) {
    if (await Promise.race([isOver, sleep(5, false)])) break;
  }
  child.kill('SIGKILL');
  return ended;
}

interface RunDocument {
  readonly run_id: string;
  readonly files?: unknown;
  readonly samples?: unknown;
  readonly audit?: { readonly seed: string; readonly cost: number };
}

/** The parts of the document that tell neither where files lie nor what chance and clocks said. */
function readDocument(text: string) {
  const { runs } = JSON.parse(text) as { runs: RunDocument[] };
  return runs.map(({ files: _, samples: __, audit, ...facts }) => {
    const { seed: ___, cost: ____, ...audited } = audit ?? {};
    return { ...facts, audited };
  });
}

describeNeeding(installed)('bcb run', () => {
  let undisturbed: ReturnType<typeof readDocument>;
  beforeAll(async () => {
    undisturbed = readDocument(await start('undisturbed', words).ended);
  }, 300_000);

  it(`is killed ${kills} times (seed ${seed}) and ends as if nothing had happened`, async () => {
    const random = createRandom(seed);
    let killed = 0;
    let growth = 1;
    while (killed < kills) {
      const isKilled = (await runUntil('disturbed', growth)) === 'killed';
      if (isKilled) killed++;
      // One that has nothing more to do is killed as soon as it starts.
      growth = isKilled && growth > 0 ? 1 + Math.floor(4 * random()) : 0;
    }
    const disturbed = readDocument(await start('disturbed', words).ended);
    expect(disturbed).toEqual(undisturbed);
    const folds = await readFolds('disturbed');
    expect(folds).toEqual(await readFolds('undisturbed'));
    for (const { samples, verdicts } of Object.values(folds)) {
      expect(samples).toHaveLength(tasks.length);
      expect(verdicts).toHaveLength(tasks.length);
    }

    const logs = await readLogs('disturbed');
    expect(logs.size).toBe(models.length);
    for (const lines of logs.values()) {
      const idsOf = <Type extends LogEvent['type']>(
        type: Type,
        pick: (line: Extract<LogEvent, { type: Type }>) => string,
      ) => lines.filter((line): line is Extract<LogEvent, { type: Type }> => line.type === type).map(pick);
      // Once each: whatever was on disk at a kill was not asked for, checked or executed again.
      expect(idsOf('started', () => 'once')).toEqual(['once']);
      expect(idsOf('answer', ({ answer }) => answer.taskId).sort()).toEqual(tasks);
      expect(idsOf('ground-truth', ({ groundTruth }) => groundTruth.taskId).sort()).toEqual(tasks);
      expect(idsOf('verdict', ({ taskId }) => taskId).sort()).toEqual(tasks);
      const proofs = idsOf('proof', ({ taskId }) => taskId);
      expect(proofs).toHaveLength(new Set(proofs).size);
      expect(idsOf('scored', () => 'once')).toEqual(['once']);
    }
  }, 900_000);

  it('gives the same again from its recipe', async () => {
    const recipe = join(folder, 'undisturbed', 'runs', undisturbed[0]?.run_id ?? '', 'manifest.json');
    expect(readDocument(await start('again', ['--recipe', recipe]).ended)).toEqual(undisturbed);
    expect(await readFolds('again')).toEqual(await readFolds('undisturbed'));
  }, 300_000);
});

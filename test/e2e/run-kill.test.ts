/** The real command in the real sandbox, killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../src/util/random.ts';
import { bin, isInstalled, recordedAnswers, root } from './testing/installed.ts';

const kills = 10;
const tasks = ['Starter/1', 'Starter/3', 'Starter/7', 'Starter/12'];
const models = ['canonical', `replay:${recordedAnswers}`];
const seed = Number(process.env.BCB_TEST_SEED ?? 20240622);

interface Line {
  readonly type: string;
  readonly answer?: { taskId: string; index: number };
  readonly groundTruth?: { taskId: string };
  readonly verdict?: { taskId: string; index: number; outcome: string; tests: { name: string; outcome: string }[] };
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bcb-run-kill-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every whole line of every journal, by run. */
async function readJournals(out: string): Promise<Map<string, Line[]>> {
  const runs = await readdir(join(folder, out, 'runs')).catch(() => []);
  const journals = new Map<string, Line[]>();
  for (const run of runs.filter((name) => /^[ge]-/.test(name)).sort()) {
    const text = await readFile(join(folder, out, 'runs', run, 'journal.jsonl'), 'utf8').catch(() => '');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (text !== '')
      journals.set(
        run,
        whole
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      );
  }
  return journals;
}

const count = (journals: Map<string, Line[]>) => [...journals.values()].reduce((sum, lines) => sum + lines.length, 0);

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

/** Starts the command; kills it once the journals have grown by so many lines. */
async function runUntil(out: string, growth: number): Promise<string> {
  const before = count(await readJournals(out));
  const { child, ended } = start(out, words);
  const isOver = ended.then(
    () => true,
    () => true,
  );
  while (count(await readJournals(out)) < before + growth) {
    if (await Promise.race([isOver, sleep(5, false)])) break;
  }
  child.kill('SIGKILL');
  return ended;
}

/** What was found out: verdicts by run and sample, without times. */
async function readVerdicts(out: string) {
  const found: Record<string, unknown> = {};
  for (const [run, lines] of await readJournals(out)) {
    for (const { verdict } of lines) {
      if (!verdict) continue;
      const tests = verdict.tests.map(({ name, outcome }) => `${name} ${outcome}`);
      found[`${run} ${verdict.taskId} ${verdict.index}`] = [verdict.outcome, ...tests];
    }
  }
  return found;
}

/** The parts of the document that do not tell where files lie. */
function readDocument(text: string) {
  const { run_id, runs } = JSON.parse(text) as { run_id: string; runs: Record<string, unknown>[] };
  return { run_id, runs: runs.map(({ files: _, samples: __, ...facts }) => facts) };
}

describe.skipIf(!(await isInstalled('Killing `bcb run`')))('bcb run', () => {
  let undisturbed: ReturnType<typeof readDocument>;
  beforeAll(async () => {
    undisturbed = readDocument(await start('undisturbed', words).ended);
  }, 300_000);

  it(`is killed ${kills} times (seed ${seed}) and ends as if nothing had happened`, async () => {
    const random = createRandom(seed);
    let killed = 0;
    for (let at = 0; at < kills; at++) {
      if ((await runUntil('disturbed', 1 + Math.floor(3 * random()))) === 'killed') killed++;
    }
    const disturbed = readDocument(await start('disturbed', words).ended);
    expect(killed).toBeGreaterThan(0);
    expect(disturbed).toEqual(undisturbed);
    expect(await readVerdicts('disturbed')).toEqual(await readVerdicts('undisturbed'));
    expect(Object.keys(await readVerdicts('disturbed'))).toHaveLength(tasks.length * models.length);

    const journals = await readJournals('disturbed');
    expect(journals.size).toBe(2 * models.length);
    for (const [run, lines] of journals) {
      const idsOf = (type: string, pick: (line: Line) => string | undefined) =>
        lines.filter((line) => line.type === type).map(pick);
      // Once each: whatever was on disk at a kill was not asked for or executed again.
      if (run.startsWith('g-'))
        expect(idsOf('answer', ({ answer }) => answer?.taskId).sort()).toEqual(tasks.toSorted());
      else {
        expect(idsOf('ground-truth', ({ groundTruth }) => groundTruth?.taskId).sort()).toEqual(tasks.toSorted());
        expect(idsOf('verdict', ({ verdict }) => verdict?.taskId).sort()).toEqual(tasks.toSorted());
        expect(idsOf('finished', () => 'once')).toEqual(['once']);
      }
    }
  }, 900_000);

  it('gives the same verdicts again from its recipe', async () => {
    const recipe = ['--recipe', join(folder, 'undisturbed', 'runs', undisturbed.run_id, 'manifest.json')];
    expect(readDocument(await start('again', recipe).ended)).toEqual(undisturbed);
    expect(await readVerdicts('again')).toEqual(await readVerdicts('undisturbed'));
  }, 300_000);
});

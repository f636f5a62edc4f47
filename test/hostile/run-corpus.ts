import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withProof } from '../../src/evaluate/proof/reference-proofs.ts';
import type { Executor } from '../../src/executor/executor.ts';
import type { Execution, Job } from '../../src/schema/execution.ts';
import { corpusLimits, type HostileProgram, loadTest } from './corpus.ts';
import { fillIn, type Planted, plant, plantVariable } from './host/planted.ts';
import { compareSnapshots, foreignUids, type HostQuery, type HostSnapshot, takeSnapshot } from './host/snapshot.ts';

/** How long what a program left may take to vanish before it counts as left behind. */
const settleDeadlineMs = 15_000;
const settlePollMs = 20;
const warmUpRuns = 3;
const libraryRuns = 6;
const repository = join(import.meta.dirname, '..', '..');

export interface CorpusResult {
  readonly execution: Execution;
  /** The honest program that ran right after. */
  readonly honest: Execution;
  /** What the program changed or reached on the host, in words. */
  readonly violations: readonly string[];
}

export interface CorpusRunner extends AsyncDisposable {
  run(program: HostileProgram): Promise<CorpusResult>;
}

/**
 * Runs programs one after the other on one executor of its own, and looks at the host after each. libs: what the
 * programs import, so that everything they need is warm before the host is looked at.
 */
export async function createCorpusRunner(
  createExecutor: () => Promise<Executor>,
  libs: readonly string[] = [],
): Promise<CorpusRunner> {
  const environmentToken = plantVariable();
  const executor = await createExecutor();
  for (let index = 0; index < warmUpRuns; index++) await runHonest(executor, index);
  for (const lib of libs) await warmUp(executor, lib);
  const sampleUids = foreignUids(process.pid);
  const planted = await plant({ repository, environmentToken, bystanderUid: sampleUids.values().next().value });
  const query: HostQuery = { pid: process.pid, sampleUids, repository };
  let before = await steadySnapshot(query);
  let count = 0;
  return {
    run: async (program) => {
      const judging = isProven(program) ? withProof(executor) : executor;
      const execution = await runJob(judging, buildJob(program, planted));
      const honest = await runHonest(executor, count++);
      const left = await differences(before, query);
      // What one program left is not held against the next one.
      if (left.length > 0) before = takeSnapshot(query);
      return { execution, honest, violations: [...left, ...planted.violations(JSON.stringify(execution))] };
    },
    [Symbol.asyncDispose]: async () => {
      await executor.close();
      await planted[Symbol.asyncDispose]();
    },
  };
}

/** Whether a pass of the program is worth something only when it is proven. */
function isProven({ group }: HostileProgram): boolean {
  return group === 'forgery' || group === 'separate' || group === 'honest';
}

function buildJob(program: HostileProgram, { words }: Planted): Job {
  const { name, code, test, limits } = program;
  const job = { id: name, code: fillIn(code, words), test, limits, libs: [] };
  return isProven(program) ? { ...job, separate: { prompt: '', entryPoint: 'task_func' } } : job;
}

function runHonest(executor: Executor, index: number): Promise<Execution> {
  const code = readFileSync(join(import.meta.dirname, 'honest.py'), 'utf8');
  return runJob(executor, { id: `honest-${index}`, code, test: loadTest('honest'), limits: corpusLimits, libs: [] });
}

/** As many jobs at once as make it worth while to load what they import. */
async function warmUp(executor: Executor, lib: string): Promise<void> {
  const jobs = Array.from({ length: libraryRuns }, (_, index) => ({
    id: `${lib}-${index}`,
    code: `import ${lib}`,
    test: loadTest('honest'),
    limits: corpusLimits,
    libs: [lib],
  }));
  for await (const _ of executor.execute(jobs));
}

async function runJob(executor: Executor, job: Job): Promise<Execution> {
  for await (const execution of executor.execute([job])) return execution;
  throw new Error(`no execution came back for ${job.id}`);
}

/** The state that the host comes back to: the same thing seen many times in a row. */
async function steadySnapshot(query: HostQuery): Promise<HostSnapshot> {
  let last = takeSnapshot(query);
  for (let seen = 0; seen < 10; ) {
    await sleep(2 * settlePollMs);
    const next = takeSnapshot(query);
    seen = compareSnapshots(last, next).length === 0 ? seen + 1 : 0;
    last = next;
  }
  return last;
}

/** Looks until the host is as it was, at most until the deadline; gives what is still different then. */
async function differences(before: HostSnapshot, query: HostQuery): Promise<string[]> {
  const deadline = performance.now() + settleDeadlineMs;
  while (true) {
    const found = compareSnapshots(before, takeSnapshot(query));
    if (found.length === 0 || performance.now() > deadline) return found;
    await sleep(settlePollMs);
  }
}

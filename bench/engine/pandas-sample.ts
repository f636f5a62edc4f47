import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalExecutor } from '../../src/executor/local/create-local-executor.ts';
import type { PythonEnvironment } from '../../src/schema/python-environment.ts';
import { readTree } from './process-tree.ts';
import { jobsOf, pandasProgram } from './programs.ts';

const samples = 200;
const freshRounds = 12;

export interface SampleCost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** One pandas sample after another in a warm executor, compared with fresh interpreters that do the same. */
export async function measurePandas(environment: PythonEnvironment): Promise<{ warm: SampleCost; fresh: SampleCost }> {
  const before = measureFresh(environment, freshRounds / 2);
  const warm = await measureWarm(environment);
  const after = measureFresh(environment, freshRounds / 2);
  return { warm, fresh: meanOf([...before, ...after]) };
}

async function measureWarm(environment: PythonEnvironment): Promise<SampleCost> {
  await using executor = await createLocalExecutor({ environment, parallel: 1 });
  // Enough to make the tier worth warming up.
  for await (const execution of executor.execute(jobsOf(pandasProgram, 10))) expectPass(execution.outcome);
  const own = process.cpuUsage();
  const tree = readTree();
  const startedAt = performance.now();
  let sampleMs = 0;
  for await (const execution of executor.execute(jobsOf(pandasProgram, samples))) {
    expectPass(execution.outcome);
    sampleMs += execution.cpuMs;
  }
  const wallMs = performance.now() - startedAt;
  const spent = process.cpuUsage(own);
  const cpuMs = sampleMs + readTree().cpuMs - tree.cpuMs + (spent.user + spent.system) / 1000;
  return { wallMs: wallMs / samples, cpuMs: cpuMs / samples };
}

function expectPass(outcome: string): void {
  if (outcome !== 'pass') throw new Error(`the pandas sample ended with ${outcome}`);
}

function measureFresh({ python, pythonHome }: PythonEnvironment, rounds: number): SampleCost[] {
  const folder = mkdtempSync(join(tmpdir(), 'bcb-bench-'));
  try {
    const program = join(folder, 'program.py');
    writeFileSync(program, `${pandasProgram.code}\n${pandasProgram.test}\nunittest.main()\n`);
    const script = join(import.meta.dirname, 'fresh-python.py');
    const env = { PATH: '/usr/bin:/bin', OMP_NUM_THREADS: '1', LD_LIBRARY_PATH: join(pythonHome, 'lib') };
    const text = execFileSync(python, [script, program, String(rounds)], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    return (JSON.parse(text.toString()) as [number, number][]).map(([wallMs, cpuMs]) => ({ wallMs, cpuMs }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function meanOf(costs: readonly SampleCost[]): SampleCost {
  const mean = (of: (cost: SampleCost) => number) => costs.reduce((sum, cost) => sum + of(cost), 0) / costs.length;
  return { wallMs: mean(({ wallMs }) => wallMs), cpuMs: mean(({ cpuMs }) => cpuMs) };
}

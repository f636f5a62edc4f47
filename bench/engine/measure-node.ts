import { join } from 'node:path';
import { executeBounded } from '../../src/executor/execute-bounded.ts';
import { Pool } from '../../src/executor/local/pool.ts';
import { Runner } from '../../src/executor/local/runner.ts';
import { runnerFolder } from '../../src/executor/local/sandbox-layout.ts';
import type { PythonEnvironment } from '../../src/schema/python-environment.ts';
import { jobsOf, trivialProgram } from './programs.ts';

const warmUpJobs = 2000;
const jobs = 10_000;

export interface NodeCost {
  readonly parallel: number;
  readonly perSecond: number;
  readonly cpuMsPerJob: number;
}

/** What Node itself does for a job, behind runners that answer at once: the one part that all cores share. */
export async function measureNode(environment: PythonEnvironment, parallel: number): Promise<NodeCost> {
  const script = join(import.meta.dirname, 'instant-runner.py');
  const pool = new Pool({
    parallel,
    admitsSleepers: true,
    seededRunners: 1,
    runnersPerTier: { stdlib: 4, data: 1, science: 1, everything: 1 },
    start: () =>
      Runner.start({
        command: {
          file: environment.python,
          args: ['-B', script, runnerFolder],
          env: {},
          data: '',
          config: { type: 'config', level: 'none', tmpMb: 1, shmMb: 1, matplotlibFiles: [] },
        },
        preload: [],
        onLog: () => {},
      }),
    tierOf: () => 'stdlib',
    seedOf: () => 1,
    onLog: () => {},
  });
  const drain = async (count: number) => {
    const executions = executeBounded({
      jobs: jobsOf(trivialProgram, count),
      width: Math.max(64, 16 * parallel),
      run: async (job, signal) => ({ id: job.id, status: 'pass', ...(await pool.run(job, signal)) }),
    });
    for await (const { outcome } of executions) if (outcome !== 'pass') throw new Error(`a job ended with ${outcome}`);
  };
  try {
    await drain(warmUpJobs);
    const before = process.cpuUsage();
    const startedAt = performance.now();
    await drain(jobs);
    const seconds = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(before);
    return { parallel, perSecond: jobs / seconds, cpuMsPerJob: (user + system) / 1000 / jobs };
  } finally {
    await pool.close();
  }
}

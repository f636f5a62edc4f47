/** How the engine grows with the cores: trivial samples and real ones on 1, 2, 4 … of them, and what all cores share. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { resolveDataFolder } from '../src/environment/data-folder.ts';
import { loadEnvironment } from '../src/environment/load-environment.ts';
import { measureForks } from './engine/measure-forks.ts';
import type { NodeCost } from './engine/measure-node.ts';
import type { ScaleResult } from './engine/measure-scale.ts';
import type { BenchResult } from './support/results.ts';

const trivialShare = 0.42;
const serialMs = 0.8;
const nodeMs = 0.5;

export async function run(): Promise<BenchResult> {
  const all = availableParallelism();
  const steps = [1, 2, 4, 8, 16, 32, 64, 128].filter((cores) => cores < all);
  const results: ScaleResult[] = [];
  for (const cores of [...steps, all]) results.push(await runOn<ScaleResult>(cores));
  const node = await runOn<NodeCost>(all, String(Math.max(16, all)));
  const { environment } = await loadEnvironment({ dataFolder: resolveDataFolder(process.env), isLargest: true });
  const forks = await measureForks(environment);
  const perCores = results.map((each) => [
    String(each.cores),
    each.bareWorlds.toFixed(0),
    each.largeWorlds.toFixed(0),
    each.trivialPerSecond.toFixed(0),
    (each.trivialPerSecond / each.bareWorlds).toFixed(2),
    (each.trivialPerSecond / each.largeWorlds).toFixed(2),
    each.runnerCpuMs.toFixed(2),
    each.starterPerSecond.toFixed(0),
    each.starterOverIdeal.toFixed(2),
  ]);
  const perTier = forks.map(({ tier, residentMb, mappings, forkMs, childMs }) => [
    ...[tier, String(residentMb), String(mappings), forkMs.toFixed(2), childMs.toFixed(2)],
  ]);
  return [
    {
      title: `By cores, per second; trivial samples should reach ${trivialShare} of the bare places`,
      rows: [
        [
          ...['cores', 'bare places', 'as large as samples', 'trivial', 'of bare', 'of large'],
          ...['zygote, ms', 'starter', 'wall / (test CPU / cores)'],
        ],
        ...perCores,
      ],
    },
    { title: 'What a fork costs', rows: [['tier', 'MB', 'mappings', 'fork, ms', 'empty child, ms'], ...perTier] },
    {
      title: 'Shared by all cores: Node',
      rows: [
        ['slots', 'jobs a second', 'CPU per job', 'target'],
        [
          ...[String(node.parallel), node.perSecond.toFixed(0), `${node.cpuMsPerJob.toFixed(3)} ms`],
          `${nodeMs} ms of CPU, ${serialMs} ms in sequence`,
        ],
      ],
    },
  ];
}

/** Runs one step on the first cores only. */
async function runOn<Result>(cores: number, ...words: string[]): Promise<Result> {
  const jiti = new URL(import.meta.resolve('jiti/register')).pathname;
  const script = join(import.meta.dirname, 'engine', 'scale-worker.ts');
  const child = spawn('taskset', ['-c', `0-${cores - 1}`, process.execPath, '--import', jiti, script, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`the step on ${cores} cores exited with ${code}`);
  // Our own worker wrote it.
  return JSON.parse(text) as Result;
}

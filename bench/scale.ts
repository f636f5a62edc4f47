/** How the engine grows with the cores: trivial samples and real ones on 1, 2, 4 … of them, and what all cores share. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { resolveDataFolder } from '../src/environment/data-folder.ts';
import { loadEnvironment } from '../src/environment/load-environment.ts';
import { renderTable } from '../src/report/text-table.ts';
import { measureForks } from './engine/measure-forks.ts';
import type { NodeCost } from './engine/measure-node.ts';
import type { ScaleResult } from './engine/measure-scale.ts';

const trivialShare = 0.42;
const serialMs = 0.8;
const nodeMs = 0.5;

export async function run(): Promise<void> {
  const all = availableParallelism();
  const steps = [1, 2, 4, 8, 16, 32, 64, 128].filter((cores) => cores < all);
  const results: ScaleResult[] = [];
  for (const cores of [...steps, all]) results.push(await runOn<ScaleResult>(cores));
  const node = await runOn<NodeCost>(all, String(Math.max(16, all)));
  console.log(
    renderTable([
      [
        ...['cores', 'bare worlds/s', 'as large as samples', 'trivial/s', 'of bare', 'of large'],
        ...['zygote ms', 'starter/s', 'wall / (test CPU / cores)'],
      ],
      ...results.map((each) => [
        String(each.cores),
        each.bareWorlds.toFixed(0),
        each.largeWorlds.toFixed(0),
        each.trivialPerSecond.toFixed(0),
        (each.trivialPerSecond / each.bareWorlds).toFixed(2),
        (each.trivialPerSecond / each.largeWorlds).toFixed(2),
        each.zygoteCpuMs.toFixed(2),
        each.starterPerSecond.toFixed(0),
        each.starterOverIdeal.toFixed(2),
      ]),
    ]),
  );
  const { environment } = await loadEnvironment({ dataFolder: resolveDataFolder(process.env), isLargest: true });
  console.log(
    `\n${renderTable([
      ['tier', 'MB', 'mappings', 'fork ms', 'empty child ms'],
      ...(await measureForks(environment)).map(({ tier, residentMb, mappings, forkMs, childMs }) => [
        tier,
        String(residentMb),
        String(mappings),
        forkMs.toFixed(2),
        childMs.toFixed(2),
      ]),
    ])}`,
  );
  console.log(`\ntrivial samples reach at least ${trivialShare} of the bare worlds (target)`);
  console.log(
    `shared by all cores: Node, ${node.cpuMsPerJob.toFixed(3)} ms a job with ${node.parallel} slots at ${node.perSecond.toFixed(0)} jobs/s` +
      ` (targets: ${nodeMs} ms of CPU, ${serialMs} ms one after the other)`,
  );
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

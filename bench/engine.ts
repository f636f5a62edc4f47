/** What the local engine costs, as ratios measured in one run on one machine. */
import { availableParallelism } from 'node:os';
import { resolveDataFolder } from '../src/environment/data-folder.ts';
import { loadEnvironment } from '../src/environment/load-environment.ts';
import type { PythonEnvironment } from '../src/schema/python-environment.ts';
import { hasTasks, listFailures, runGroundTruth } from './engine/ground-truth.ts';
import { measurePandas } from './engine/pandas-sample.ts';
import { measureTrivial } from './engine/trivial-jobs.ts';
import type { BenchResult } from './support/results.ts';

type Row = readonly [what: string, measured: string, target: string];

export async function run(): Promise<BenchResult> {
  const dataFolder = resolveDataFolder(process.env);
  const { environment } = await loadEnvironment({ dataFolder, isLargest: true });
  const rows: Row[] = [];
  if (environment.modules.includes('pandas')) rows.push(...(await pandasRows(environment)));
  rows.push(...(await trivialRows(environment)));
  if (environment.profile === 'full' && hasTasks()) rows.push(...(await groundTruthRows(environment)));
  else console.log('Skipping ground truth: it needs the full environment and ../shared/data.');
  const title = `Python ${environment.pythonVersion}, profile ${environment.profile}`;
  return [{ title, rows: [['', 'measured', 'target'], ...rows] }];
}

async function pandasRows(environment: PythonEnvironment): Promise<Row[]> {
  const { warm, fresh } = await measurePandas(environment);
  const ratio = (a: number, b: number) => `${a.toFixed(0)} / ${b.toFixed(0)} ms = 1/${(b / a).toFixed(1)}`;
  return [
    ['pandas sample: CPU, warm / fresh Python', ratio(warm.cpuMs, fresh.cpuMs), '≤ 1/10'],
    ['pandas sample: wall, warm / fresh Python', ratio(warm.wallMs, fresh.wallMs), '≤ 1/10'],
  ];
}

async function trivialRows(environment: PythonEnvironment): Promise<Row[]> {
  const { jobs, perSecond, nodeCpuMsPerJob, early, late } = await measureTrivial(environment);
  const grown = (of: 'heapMb' | 'nodeMb' | 'treeMb' | 'descriptors') =>
    `${early[of].toFixed(0)} → ${late[of].toFixed(0)}`;
  return [
    [`${jobs} trivial jobs: per second and core`, (perSecond / availableParallelism()).toFixed(1), '≥ 45'],
    ['  objects in Node, MB, after 1,000 → all', grown('heapMb'), 'flat'],
    ['  memory of Node, MB', grown('nodeMb'), 'flat'],
    ['  memory of the pool, MB', grown('treeMb'), 'flat'],
    ['  open descriptors', grown('descriptors'), 'flat'],
    ['CPU of Node per job', `${nodeCpuMsPerJob.toFixed(2)} ms`, '≤ 3 ms'],
  ];
}

async function groundTruthRows(environment: PythonEnvironment): Promise<Row[]> {
  const result = await runGroundTruth(environment);
  for (const line of listFailures(result)) console.log(line);
  const { outcomes, wallS, testCpuS, longestS, poolMb } = result;
  const passed = [...outcomes.values()].filter((outcome) => outcome === 'pass').length;
  const boundS = Math.max(testCpuS / availableParallelism(), longestS);
  const bound = `max(Σ test CPU ${testCpuS.toFixed(0)} s / cores, longest ${longestS.toFixed(0)} s)`;
  return [
    [`ground truth: ${passed} of ${outcomes.size} pass, wall`, `${wallS.toFixed(0)} s`, ''],
    [`  wall / ${bound}`, (wallS / boundS).toFixed(2), '≤ 1.3'],
    ['  peak memory of the whole pool', `${poolMb.toFixed(0)} MB`, ''],
  ];
}

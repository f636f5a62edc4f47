/** Whether ground truth is stable: runs all reference solutions three times, lists what fails, and any difference. */
import { resolveDataFolder } from '../src/environment/data-folder.ts';
import { loadEnvironment } from '../src/environment/load-environment.ts';
import { type GroundTruthResult, hasTasks, listFailures, runGroundTruth } from './engine/ground-truth.ts';
import type { BenchResult } from './support/results.ts';

const rounds = Number(process.env.BCB_GROUND_TRUTH_ROUNDS ?? 3);

export async function run(): Promise<BenchResult> {
  if (!hasTasks()) return { skipped: '../shared/data does not exist' };
  const { environment } = await loadEnvironment({ dataFolder: resolveDataFolder(process.env), isLargest: true });
  const results: GroundTruthResult[] = [];
  for (let round = 1; round <= rounds; round++) {
    results.push(await runGroundTruth(environment));
    console.log(`round ${round} of ${rounds}`);
    for (const line of listFailures(results.at(-1) as GroundTruthResult)) console.log(`  ${line}`);
  }
  const [first, ...others] = results;
  const unstable = [...(first?.outcomes ?? [])].filter(([id, outcome]) =>
    others.some(({ outcomes }) => outcomes.get(id) !== outcome),
  );
  const rows = results.map(({ outcomes, wallS, testCpuS, longestS }, at) => {
    const passed = [...outcomes.values()].filter((outcome) => outcome === 'pass').length;
    const seconds = [wallS, testCpuS, longestS].map((each) => each.toFixed(0));
    return [String(at + 1), `${passed} of ${outcomes.size}`, ...seconds];
  });
  const title =
    unstable.length === 0 ? 'All rounds agree' : `Rounds differ on ${unstable.map(([id]) => id).join(', ')}`;
  return [{ title, rows: [['round', 'pass', 'wall, s', 'test CPU, s', 'longest, s'], ...rows] }];
}

/** Whether ground truth is stable: runs all reference solutions three times, lists what fails, and any difference. */
import { resolveDataFolder } from '../src/environment/data-folder.ts';
import { loadEnvironment } from '../src/environment/load-environment.ts';
import { type GroundTruthResult, hasTasks, listFailures, runGroundTruth } from './engine/ground-truth.ts';

const rounds = Number(process.env.BCB_GROUND_TRUTH_ROUNDS ?? 3);

export async function run(): Promise<void> {
  if (!hasTasks()) {
    console.log('Skipped: it needs ../shared/data.');
    return;
  }
  const { environment } = await loadEnvironment({ dataFolder: resolveDataFolder(process.env), isLargest: true });
  const results: GroundTruthResult[] = [];
  for (let round = 1; round <= rounds; round++) {
    const result = await runGroundTruth(environment);
    results.push(result);
    const failed = [...result.outcomes].filter(([, outcome]) => outcome !== 'pass');
    console.log(
      `round ${round}: ${result.outcomes.size - failed.length} of ${result.outcomes.size} pass, ` +
        `${result.wallS.toFixed(0)} s wall, ${result.testCpuS.toFixed(0)} s test CPU, longest ${result.longestS.toFixed(0)} s`,
    );
    for (const line of listFailures(result)) console.log(`  ${line}`);
  }
  const [first, ...others] = results;
  const unstable = [...(first?.outcomes ?? [])].filter(([id, outcome]) =>
    others.some(({ outcomes }) => outcomes.get(id) !== outcome),
  );
  console.log(
    unstable.length === 0 ? 'All rounds agree.' : `Rounds differ on ${unstable.map(([id]) => id).join(', ')}.`,
  );
}

import { knownToNeedNetwork } from '../../dataset/public-tasks.ts';
import { type Execution, explainFailure } from '../../schema/execution.ts';
import type { TaskState } from '../../schema/proof.ts';
import { readJsonAsset } from '../../util/read-asset.ts';

/** What Python and its libraries say without a network. */
const networkFailure = new RegExp(readJsonAsset<string[]>('network-failures.json').join('|'));

export function needsNetwork(taskId: string, execution: Execution): boolean {
  if (execution.outcome === 'pass') return false;
  return knownToNeedNetwork.has(taskId) || networkFailure.test(allMessages(execution));
}

/** A task's state after its reference solution ran once or several times; a pass needs no second run. */
export function classifyTask(taskId: string, executions: readonly Execution[]): TaskState {
  const passed = executions.filter(({ outcome }) => outcome === 'pass').length;
  if (passed === executions.length) return { state: 'stable' };
  if (passed > 0) return { state: 'flaky', passed, runs: executions.length };
  const last = executions.at(-1) as Execution;
  return needsNetwork(taskId, last) ? { state: 'needs-network' } : { state: 'broken', reason: explainFailure(last) };
}

function allMessages({ reason, tests, stderr }: Execution): string {
  return [reason, stderr, ...tests.map(({ message }) => message)].join('\n');
}

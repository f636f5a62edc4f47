/**
 * The sandbox as a reward function: programs in, numbers out, as training by reinforcement needs it. A program gets 1
 * when all tests pass, otherwise up to 0.5 for the share that passes; one that forges its verdict gets -1.
 *
 *     npx jiti examples/reward.ts
 */
import { createSandbox, type Execution, loadTasks, type Task } from 'bigcodebench';

/** Short limits: a program under training loops often, and nobody waits for it. */
const limits = { cpuMs: 3000, wallMs: 30_000, memoryMb: 1024 };

const { tasks } = await loadTasks({ subset: 'starter' });
const [task] = tasks;
if (!task) throw new Error('There are no starter tasks.');
await using sandbox = await createSandbox({ libs: task.libs });

function rewardOf({ outcome, tests }: Execution): number {
  if (outcome === 'engine-error') throw new Error('The sandbox failed: no reward is better than a wrong one.');
  if (outcome === 'pass') return 1;
  if (outcome === 'tampered') return -1;
  const passed = tests.filter((test) => test.outcome === 'pass').length;
  return tests.length === 0 ? 0 : (0.5 * passed) / tests.length;
}

/** Rewards of a group of rollouts of one task, in their order; they run side by side. */
function reward(task: Task, solutions: readonly string[]): Promise<number[]> {
  return Promise.all(solutions.map(async (solution) => rewardOf(await sandbox.run({ task, solution, limits }))));
}

const right = `${task.completePrompt}\n${task.canonicalSolution}`;
const rollouts = {
  right,
  empty: '',
  broken: 'def task_func(:',
  endless: `${task.completePrompt}\n    while True: pass`,
};
const rewards = await reward(task, Object.values(rollouts));
const mean = rewards.reduce((sum, value) => sum + value, 0) / rewards.length;
for (const [at, name] of Object.keys(rollouts).entries()) {
  const value = rewards[at] ?? 0;
  console.log(name, value, `advantage ${(value - mean).toFixed(2)}`);
}

/**
 * The whole benchmark in one call: ask a model, run its answers in the sandbox, score them.
 *
 *     npx jiti examples/benchmark.ts [MODEL] [SELECTOR …]
 */
import { createSandbox, loadTasks, runBenchmark } from 'bigcodebench';

const [model = 'canonical', ...select] = process.argv.slice(2);

const run = await runBenchmark({
  model,
  tasks: 'starter',
  split: 'instruct',
  select: select.length > 0 ? select : ['0-4'],
  onEvent: (event) => {
    if (event.type === 'verdict') console.log(event.taskId, event.outcome);
  },
});
const { value, interval } = run.score.passAt1;
console.log(`pass@1 = ${value} (${interval.join('–')}), in ${run.path}`);

// The sandbox alone: it finds Python and the strongest isolation itself.
const { tasks } = await loadTasks({ subset: 'starter' });
const [task] = tasks;
if (!task) throw new Error('There are no starter tasks.');
await using sandbox = await createSandbox({ libs: task.libs });
const { outcome } = await sandbox.run({ task, solution: `${task.completePrompt}${task.canonicalSolution}` });
console.log(`${task.id} ${outcome}, isolation ${sandbox.info.level}`);

/**
 * A model of your own: a cascade that asks a cheap model first, and an expensive one when the first answer does not even
 * define the function. The whole benchmark runs with it; run it again, and it resumes where it stopped.
 *
 *     npx jiti examples/custom-model.ts [CHEAP] [EXPENSIVE] [OUT]
 */
import { fileURLToPath } from 'node:url';
import { createCustomModel, openSanitizer, type ResolvedModel, resolveModel, runBenchmark } from 'bigcodebench';

const recorded = fileURLToPath(new URL('recorded-answers.jsonl', import.meta.url));
const [cheapName = `replay:${recorded}`, expensiveName = 'canonical', out = 'bcb_results'] = process.argv.slice(2);

const cheap = await resolveModel(cheapName);
const expensive = await resolveModel(expensiveName);
const sanitize = await openSanitizer('upstream');

const cascade = createCustomModel({
  // Runs are told apart by it: another cascade needs another name.
  name: `cascade-of-${cheap.provider}-and-${expensive.provider}`,
  async model({ task, prompt, parameters, index, signal }) {
    const ask = async (model: ResolvedModel) => {
      const [answer] = await model.answer({ task, prompt, parameters, samples: [{ index }] }, { signal });
      return answer ?? { text: '' };
    };
    const first = await ask(cheap);
    const { solution } = await sanitize(first.text, task);
    return solution.includes(`def ${task.entryPoint}`) ? first : ask(expensive);
  },
});

const run = await runBenchmark({
  model: cascade,
  tasks: 'starter',
  select: ['0-5'],
  split: 'instruct',
  out,
  onEvent: (event) => {
    if (event.type === 'answered') console.log(event.taskId, `${event.latencyMs.toFixed(0)} ms`);
    if (event.type === 'verdict') console.log(event.taskId, event.outcome);
  },
});
console.log(`pass@1 = ${run.score.passAt1.value}, run ${run.report.runId}, ${run.samplesFile.path}`);

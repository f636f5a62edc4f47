import { toRunRequest } from '../../config/to-run-request.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import { buildPrompt } from '../../prompt/build-prompt.ts';
import { Mistakes } from '../../run/mistakes.ts';
import { planRuns } from '../../run/plan-runs.ts';
import { type CommandContext, loadTasksFor } from '../command.ts';

export async function promptCommand(context: CommandContext): Promise<void> {
  const { positionals, stderr, options } = context;
  const [word, id, ...more] = positionals;
  if (word !== 'show' || id === undefined || more.length > 0) {
    throw usageError('Usage: `bcb prompt show ID --model provider:model-id`.');
  }
  const mistakes = new Mistakes();
  const input = { request: toRunRequest(context), runContext: context, tasks: [] };
  const [planned] = await planRuns({ ...input, mistakes, isDryRun: true });
  const { plan } = mistakes.require({ plan: planned });
  const [task] = (await loadTasksFor(context, [id])).tasks;
  if (!task) throw usageError(`There is no task ${id}.`);
  const prompt = buildPrompt(task, plan.prompt);
  const samples = Array.from({ length: plan.nSamples }, (_, index) => ({ index }));
  const perCall = samples.slice(0, plan.model.samplesPerCall);
  const { parameters, model } = plan;
  const request = await model.describe({ task, prompt, parameters, samples: perCall });
  await model.close?.();
  const { method, url, headers, body } = request;
  if (!options.json && !options.quiet) stderr.write(`${method} ${url}\n`);
  const document = { task_id: task.id, model: model.name, method, url, headers, body: JSON.parse(body), prompt };
  context.print(document, `${body}\n`);
}

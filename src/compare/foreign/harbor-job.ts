/** Folders of Harbor's jobs: a folder for each trial, with `result.json` and what the agent left. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fileError } from '../../error/bigcodebench-error.ts';
import { pathExists } from '../../util/path-exists.ts';
import { requireRegularFile } from '../../util/regular-file.ts';
import { words } from '../../util/words.ts';
import { type ForeignLog, type ForeignSample, readDocument } from './foreign-log.ts';

const count = z.number().nullish();
const jobSchema = z.object({ started_at: z.string(), finished_at: z.string().nullish() });
const trialSchema = z.object({
  task_name: z.string(),
  agent_info: z.object({ name: z.string(), model_info: z.object({ name: z.string() }).nullish() }),
  agent_result: z.object({ n_input_tokens: count, n_output_tokens: count, cost_usd: count }).nullish(),
  verifier_result: z.object({ rewards: z.record(z.string(), count).nullish() }).nullish(),
  exception_info: z.object({ exception_type: z.string() }).nullish(),
});

/** What ends a trial without being anybody else's fault than the agent's. After all others, a reward means nothing. */
const ownFaults = words(`
  AgentTimeoutError ContextWindowExceededError OutputTokenExceededError ContextLengthExceededError
  OutputLengthExceededError AgentSafetyRefusalError ContentPolicyViolationError`);

export async function readHarborJob(path: string): Promise<ForeignLog> {
  const job = await readDocument(join(path, 'result.json'), jobSchema, 'a job of Harbor');
  if (!job.finished_at) throw fileError(path, `${path} is not finished: finish it first, with \`harbor job resume\`.`);
  const folders = (await readdir(path, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const samples: ForeignSample[] = [];
  for (const { name } of folders.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const trial = join(path, name);
    if (await pathExists(join(trial, 'result.json'))) samples.push(await readTrial(trial));
  }
  return { samples, date: job.started_at };
}

async function readTrial(path: string): Promise<ForeignSample> {
  const trial = await readDocument(join(path, 'result.json'), trialSchema, 'a trial of Harbor');
  const { agent_info: agent, agent_result: used, verifier_result: judged, exception_info: exception } = trial;
  const rewards = judged?.rewards ?? {};
  const reward = rewards.reward ?? (Object.keys(rewards).length === 1 ? Object.values(rewards)[0] : undefined);
  const isValid = !exception || ownFaults.includes(exception.exception_type);
  const causes = [exception?.exception_type, ...Object.entries(rewards).map((named) => named.join(' '))];
  const solution = join(path, 'artifacts/app/solution.py');
  return {
    model: [agent.name, agent.model_info?.name].filter(Boolean).join(' '),
    task: trial.task_name,
    score: isValid ? (reward ?? undefined) : undefined,
    cause: causes.filter(Boolean).join(', '),
    usage: { inputTokens: used?.n_input_tokens ?? undefined, outputTokens: used?.n_output_tokens ?? undefined },
    costUsd: used?.cost_usd ?? undefined,
    texts: async () => {
      await requireRegularFile(solution, 1 << 20);
      return { solution: await readFile(solution, 'utf8').catch(() => undefined) };
    },
  };
}

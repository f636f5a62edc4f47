import { fileError } from '../error/bigcodebench-error.ts';
import { readSamples } from '../upstream/read-samples.ts';
import { sha256 } from '../util/hash.ts';
import { type CustomRequest, createFunctionModel } from './custom-model.ts';
import type { Model } from './model.ts';

/** Models that need no network: for tests, baselines, and judging answers recorded elsewhere. */
const instant = { maxConcurrency: 16, drainMs: 0 };

/** Answers each task with its reference solution, fenced like a chat model's answer. */
export function createCanonicalModel(): Model {
  return createFunctionModel(
    ({ task, prompt }) =>
      prompt.form === 'completion'
        ? `\n${task.canonicalSolution}`
        : `\`\`\`python\n${task.completePrompt}\n${task.canonicalSolution}\n\`\`\`\n`,
    {
      ...instant,
      fingerprintOf: ({ completePrompt, canonicalSolution }) => sha256(completePrompt + canonicalSolution),
    },
  );
}

export function createEmptyModel(): Model {
  return createFunctionModel(() => '', instant);
}

/** Answers from a samples file: a task's i-th line is its i-th sample. Raw answers are preferred to solutions. */
export async function createReplayModel(path: string): Promise<Model> {
  const answers = await readRecorded(path);
  const write = ({ task, index }: CustomRequest) => {
    const text = answers.get(task.id)?.[index];
    if (text !== undefined) return text;
    const message = `${path} has no answer ${index} for ${task.id}: select fewer tasks, or lower --n-samples.`;
    throw fileError(path, message, { data: { taskId: task.id, index } });
  };
  return createFunctionModel(write, {
    ...instant,
    fingerprintOf: ({ id }) => sha256(JSON.stringify(answers.get(id) ?? [])),
  });
}

async function readRecorded(path: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const answers = new Map<string, string[]>();
  for await (const { taskId, rawText, solution, completion } of readSamples(path, { needsCode: false })) {
    answers.set(taskId, [...(answers.get(taskId) ?? []), rawText ?? solution ?? completion ?? '']);
  }
  return answers;
}

import { z } from 'zod';
import { fileError } from '../error/bigcodebench-error.ts';
import { FaultList } from '../util/fault-list.ts';
import { sha256 } from '../util/hash.ts';
import { describeArray, looksLikeArray } from '../util/json-array.ts';
import { readLines } from '../util/json-lines.ts';
import { parseJson } from '../util/parse-json.ts';
import { errorCodeOf, isAbsent } from '../util/system-error.ts';
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
  const faults = new FaultList();
  const needs = 'is not a sample: it needs task_id, and raw_solution, solution or completion';
  try {
    for await (const { number, text } of readLines(path)) {
      if (number === 1 && looksLikeArray(text)) throw fileError(path, `${path} ${describeArray(path)}.`);
      const { data: sample } = recordedSchema.safeParse(parseJson(text));
      const answer = sample?.raw_solution ?? sample?.solution ?? sample?.completion;
      if (answer === undefined || sample === undefined)
        faults.add(fileError(`${path}:${number}`, `${path}:${number} ${needs}.`));
      else answers.set(sample.task_id, [...(answers.get(sample.task_id) ?? []), answer]);
    }
  } catch (cause) {
    const code = errorCodeOf(cause);
    if (code === undefined) throw cause;
    const problem = isAbsent(cause) ? 'does not exist: replay:FILE needs a samples file' : `cannot be read (${code})`;
    throw fileError(path, `${path} ${problem}.`);
  }
  faults.throwIfAny((count) => `${path} has ${count} lines that are not samples:`);
  return answers;
}

const text = z.string().optional().catch(undefined);
const recordedSchema = z.object({ task_id: z.string(), raw_solution: text, solution: text, completion: text });

import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Task } from '../schema/task.ts';
import { FaultList } from '../util/fault-list.ts';
import { sha256 } from '../util/hash.ts';
import { describeArray, looksLikeArray } from '../util/json-array.ts';
import { readLines } from '../util/json-lines.ts';
import { errorCodeOf, isAbsent } from '../util/system-error.ts';
import type { Model, ModelAnswer, ModelRequest } from './model.ts';

/** Models that need no network: for tests, baselines, and judging answers recorded elsewhere. */

/** Answers each task with its reference solution, fenced like a chat model's answer. */
export function createCanonicalModel(): Model {
  return createScriptedModel({
    write: ({ task, prompt }) =>
      prompt.form === 'completion'
        ? `\n${task.canonicalSolution}`
        : `\`\`\`python\n${task.completePrompt}\n${task.canonicalSolution}\n\`\`\`\n`,
    fingerprintOf: ({ completePrompt, canonicalSolution }) => sha256(completePrompt + canonicalSolution),
  });
}

export function createEmptyModel(): Model {
  return createScriptedModel({ write: () => '' });
}

/** Answers from a samples file: a task's i-th line is its i-th sample. Raw answers are preferred to solutions. */
export async function createReplayModel(path: string): Promise<Model> {
  const answers = await readRecorded(path);
  const write = ({ task }: ModelRequest, index: number) => {
    const text = answers.get(task.id)?.[index];
    if (text !== undefined) return text;
    throw new BigCodeBenchError(
      'BAD_INPUT',
      `${path} has no answer ${index} for ${task.id}: select fewer tasks, or lower --n-samples.`,
      { data: { file: path, taskId: task.id, index } },
    );
  };
  return createScriptedModel({ write, fingerprintOf: ({ id }) => sha256(JSON.stringify(answers.get(id) ?? [])) });
}

async function readRecorded(path: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const answers = new Map<string, string[]>();
  const faults = new FaultList();
  try {
    for await (const { number, text } of readLines(path)) {
      if (number === 1 && looksLikeArray(text)) throw badRecording(path, describeArray(path));
      const line = readRecordedLine(text);
      if (line === undefined) {
        faults.add(
          badRecording(
            `${path}:${number}`,
            'is not a sample: it needs task_id, and raw_solution, solution or completion',
          ),
        );
        continue;
      }
      const list = answers.get(line.taskId) ?? [];
      answers.set(line.taskId, list);
      list.push(line.answer);
    }
  } catch (cause) {
    const code = errorCodeOf(cause);
    if (code === undefined) throw cause;
    throw badRecording(
      path,
      isAbsent(cause) ? 'does not exist: replay:FILE needs a samples file' : `cannot be read (${code})`,
    );
  }
  faults.throwIfAny((count) => `${path} has ${count} lines that are not samples:`);
  return answers;
}

function badRecording(place: string, problem: string): BigCodeBenchError {
  return new BigCodeBenchError('BAD_INPUT', `${place} ${problem}.`, { data: { file: place } });
}

function readRecordedLine(text: string): { taskId: string; answer: string } | undefined {
  try {
    const line = JSON.parse(text) as Record<string, unknown>;
    const answer = [line.raw_solution, line.solution, line.completion].find((value) => typeof value === 'string');
    const taskId = line.task_id;
    return typeof taskId === 'string' && typeof answer === 'string' ? { taskId, answer } : undefined;
  } catch {
    return undefined;
  }
}

interface Script {
  readonly write: (request: ModelRequest, index: number) => string;
  readonly fingerprintOf?: (task: Task) => string;
}

function createScriptedModel({ write, fingerprintOf }: Script): Model {
  return {
    ...(fingerprintOf ? { fingerprintOf } : {}),
    samplesPerCall: 1,
    maxConcurrency: 16,
    drainMs: 0,
    async answer(request) {
      return request.samples.map(
        ({ index }): ModelAnswer => ({
          text: write(request, index),
          finishReason: 'stop',
          latencyMs: 0,
          warnings: [],
        }),
      );
    },
    async describe({ prompt }) {
      return { method: 'NONE', url: '', headers: {}, body: JSON.stringify(prompt) };
    },
  };
}

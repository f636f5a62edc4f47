import { fileError } from '../error/bigcodebench-error.ts';
import { readSamples } from '../upstream/read-samples.ts';
import { readEarlierAnswers } from '../upstream/samples-file.ts';
import { sha256 } from '../util/hash.ts';
import { type CustomRequest, createFunctionModel } from './custom-model.ts';
import type { Model, ModelAnswer } from './model.ts';

/** Models that need no network: for tests, baselines, and judging answers recorded elsewhere. */
const instant = { maxConcurrency: 16, drainMs: 0 };

/** Answers each task with its reference solution, fenced like a chat model's answer. */
export function createCanonicalModel(): Model {
  const write = ({ prompt, task: { completePrompt, canonicalSolution } }: CustomRequest) =>
    prompt.form === 'completion'
      ? `\n${canonicalSolution}`
      : `\`\`\`python\n${completePrompt}\n${canonicalSolution}\n\`\`\`\n`;
  const fingerprintOf = (task: CustomRequest['task']) => sha256(task.completePrompt + task.canonicalSolution);
  return createFunctionModel(write, { ...instant, fingerprintOf });
}

export function createEmptyModel(): Model {
  return createFunctionModel(() => '', instant);
}

/** An answer that is known already, with the tokens it took where these are known. */
export type RecordedAnswer = Pick<ModelAnswer, 'text' | 'usage'>;

/** By task id, the conversations of its samples: each a first answer and its repairs. */
export type RecordedAnswers = ReadonlyMap<string, readonly (readonly RecordedAnswer[])[]>;

/** Answers each request of a conversation as recorded, further ones with its end. `source` is for errors. */
export function createRecordedModel(answers: RecordedAnswers, source: string): Model {
  const write = ({ task, index, prompt }: CustomRequest) => {
    const conversation = answers.get(task.id)?.[index] ?? [];
    const said = prompt.form === 'chat' ? prompt.messages.filter(({ role }) => role === 'assistant').length : 0;
    const answer = conversation[Math.min(said, conversation.length - 1)];
    if (answer !== undefined) return answer;
    const message = `${source} has no answer ${index} for ${task.id}: select fewer tasks, or lower --n-samples.`;
    throw fileError(source, message, { data: { taskId: task.id, index } });
  };
  return createFunctionModel(write, {
    ...instant,
    fingerprintOf: ({ id }) => {
      const texts = (answers.get(id) ?? []).map((conversation) => conversation.map(({ text }) => text));
      return sha256(JSON.stringify(texts.map((own) => (own.length === 1 ? own[0] : own))));
    },
  });
}

/** Of a samples file: a task's i-th line is its i-th sample. Raw answers are preferred to solutions. */
export async function readReplayedAnswers(path: string): Promise<RecordedAnswers> {
  const answers = new Map<string, RecordedAnswer[][]>();
  for await (const { taskId, rawText, solution, completion, extra } of readSamples(path, { needsCode: false })) {
    const { earlier, usage } = readEarlierAnswers(extra);
    const last = { text: rawText ?? solution ?? completion ?? '', usage };
    answers.set(taskId, [...(answers.get(taskId) ?? []), [...earlier, last]]);
  }
  return answers;
}

import { readFile } from 'node:fs/promises';
import { buildGroundTruthProgram } from '../../../src/evaluate/jobs/program.ts';
import type { Task } from '../../../src/schema/task.ts';

const wrong = 'def task_func(*arguments, **options):\n    return 7\n';

/** What the model says to each prompt: every other answer is wrong. */
export async function answersOf(file: string, tasks: readonly Task[]): Promise<ReadonlyMap<string, string>> {
  const rows = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row));
  return new Map(
    rows.map(({ responses_create_params: { input } }, index) => {
      const task = tasks[index];
      return [input[0].content, task ? answerTo(task, index) : ''];
    }),
  );
}

export function answerTo(task: Task, index: number): string {
  return `\`\`\`python\n${index % 2 === 0 ? buildGroundTruthProgram(task) : wrong}\n\`\`\``;
}

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

/** A row whose model works in a session, misses a tool, and hands its answer in there. */
export function withTools(row: { readonly responses_create_params: object }, solution: string): object {
  const tools = ['run_python', 'submit'].map((name) => ({ type: 'function', name, parameters: {}, strict: false }));
  const calls = [
    ['run_python', { code: 'x = 6' }],
    ['run_shell', { code: 'ls' }],
    ['run_python', { code: 'x * 7' }],
    ['submit', { solution }],
  ];
  return { ...row, responses_create_params: { ...row.responses_create_params, tools }, calls, answer: 'Done.' };
}

import { type Analysis, formatTaskFile } from './analysis.ts';
import { buildInstructPrompt } from './instruct-prompt.ts';

/** Instruct prompts from docstrings, for packs that have none, and how far the rules agree with those that exist. */
export const analyzePrompts: Analysis = {
  summary: 'Instruct prompts from docstrings by the rules of the paper; --csv DIR writes the tasks with them',
  async run({ loadTasks }) {
    const built = (await loadTasks()).map((task) => ({ task, prompt: buildInstructPrompt(task) }));
    const isLacking = ({ task }: (typeof built)[number]) => task.instructPrompt.trim() === '';
    const same = built.filter(({ task, prompt }) => task.instructPrompt.trim() === prompt.trim());
    const counts: [string, number][] = [
      ['all', built.length],
      ['without an instruct prompt', built.filter(isLacking).length],
      ['with exactly the prompt of the rules', same.length],
    ];
    const filled = built.map((each) => (isLacking(each) ? { ...each.task, instructPrompt: each.prompt } : each.task));
    const rows = counts.map(([name, value]) => ({ labels: [name], value }));
    const title = 'Tasks, and instruct prompts by the rules of the paper';
    return {
      tables: [{ key: 'prompts', title, columns: ['tasks'], digits: 0, rows }],
      files: [formatTaskFile('tasks.jsonl', filled)],
    };
  },
};

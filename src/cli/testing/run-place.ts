import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from '../../schema/execution.ts';
import { createScriptedExecutor, type Script } from '../../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { benchmarkCommand } from '../commands/run.ts';
import { runCommand, withExecutor } from './run-command.ts';

const row = (number: number) => ({
  task_id: `Small/${number}`,
  complete_prompt: `def task_func():\n    """${number}"""\n`,
  instruct_prompt: String(number),
  canonical_solution: '    return 1',
  code_prompt: 'def task_func():',
  test: `import unittest\nclass TestCases(unittest.TestCase):\n    def test_${number}(self):\n        pass\n`,
  entry_point: 'task_func',
  doc_struct: '{}',
  libs: "['math']",
});

/** Programs that return something pass. */
export const judgeByText: Script = ({ code }) => (/return \d/.test(code) ? {} : { outcome: 'fail' });
const recorded = (number: number, solution: string) => ({
  task_id: `Small/${number}`,
  raw_solution: `\`\`\`python\ndef task_func():\n    ${solution}\n\`\`\``,
});
const toLines = (rows: object[]) => rows.map((line) => `${JSON.stringify(line)}\n`).join('');

/** A folder with three tasks, and recorded answers, two of which pass; one file lacks an answer. */
export async function createRunPlace() {
  const folder = await createTemporaryFolder();
  const write = (name: string, content: string) => writeFile(join(folder.path, name), content);
  await write('tasks.jsonl', toLines([0, 1, 2].map(row)));
  const answers = [recorded(0, 'return 1'), recorded(1, 'raise'), recorded(2, 'return 2')];
  await write('answers.jsonl', toLines(answers));
  await write('torn.jsonl', toLines(answers.slice(0, 2)));
  const executed: Job[] = [];
  const printed: string[] = [];
  const run = (words: string[] = [], script: Script = judgeByText) => {
    const executor = createScriptedExecutor(
      (job, signal) => {
        if (!job.separate) executed.push(job);
        return script(job, signal);
      },
      { info: { engine: 'scripted' } },
    );
    const command = withExecutor(benchmarkCommand, async () => executor);
    const given = words.some((word) => word === '--subset' || word === '--recipe') ? [] : ['--subset', 'tasks.jsonl'];
    return runCommand(command, {
      words: [...given, '--quiet', '--no-cache', ...words],
      cwd: folder.path,
      variables: { BCB_CACHE_DIR: join(folder.path, 'cache') },
      onOutput: (text) => printed.push(text),
    });
  };
  /** Ids of the runs in an output folder. */
  const runs = async (out = 'bcb_results') =>
    (await readdir(join(folder.path, out, 'runs'))).filter((name) => /^[0-9a-f]{12}$/.test(name)).sort();
  return { ...folder, write, run, runs, executed, printed };
}

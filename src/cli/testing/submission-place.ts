import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SubmissionCheck } from '../../schema/submission.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { sha256 } from '../../util/hash.ts';
import { benchmarkCommand } from '../commands/run.ts';
import { submitCommand } from '../commands/submit.ts';
import { runCommand, withExecutor } from './run-command.ts';

const count = 25;
const numbers = Array.from({ length: count }, (_, at) => at);
/** Long enough that nobody writes it again by chance. */
const canonicalBody = (number: number) =>
  `    values = [${numbers.join(', ')}]\n    total = sum(value * ${number} for value in values)\n    return 1 if total else 1`;

const rows = numbers.map((number) => ({
  task_id: `Small/${number}`,
  complete_prompt: `def task_func():\n    """${number}"""\n`,
  instruct_prompt: `Number ${number}`,
  canonical_solution: canonicalBody(number),
  code_prompt: 'def task_func():',
  test: `import unittest\nclass TestCases(unittest.TestCase):\n    def test_${number}(self):\n        pass\n`,
  entry_point: 'task_func',
  doc_struct: '{}',
  libs: "['math']",
}));

const toAnswer = (code: string) => `Here it is.\n\`\`\`python\ndef task_func():\n${code}\n\`\`\``;

/** What a model that copies the reference solution would have answered. */
export const copiedAnswer = (taskId: string) => toAnswer(canonicalBody(Number(taskId.split('/')[1])));

const toLines = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** A folder with tasks, a finished run of both splits, and what is needed to submit it. Three of five answers pass. */
export async function createSubmissionPlace() {
  const folder = await createTemporaryFolder();
  const at = (name: string) => join(folder.path, name);
  await writeFile(at('tasks.jsonl'), toLines(rows));
  const answers = rows.map(({ task_id }, number) => ({
    task_id,
    raw_solution: toAnswer(number % 5 < 3 ? `    return ${number}` : '    raise'),
  }));
  await writeFile(at('answers.jsonl'), toLines(answers));
  const info = { name: 'Small-1B', link: 'https://huggingface.co/small/small-1b', prompted: true, moe: false };
  const numbersOf = { size: 1, act_param: 1, 'open-data': 'None', prefill: false, date: '2026-01-31' };
  await writeFile(at('model.json'), JSON.stringify({ ...info, ...numbersOf }));
  const open = async () =>
    createScriptedExecutor(({ code }) => (/return \d/.test(code) ? {} : { outcome: 'fail' }), {
      info: { level: 'namespaces', fingerprint: 'locked' },
    });
  // The tasks stand for the public ones, so that files are named as the original board wants.
  const variables = { BCB_CACHE_DIR: at('cache'), BIGCODEBENCH_OVERRIDE_PATH: at('tasks.jsonl') };
  const run = (command: Parameters<typeof runCommand>[0], words: readonly string[]) =>
    runCommand(command, { words, cwd: folder.path, variables });
  await run(withExecutor(benchmarkCommand, open), [
    '--model',
    'replay:answers.jsonl',
    '--split',
    'complete,instruct',
    '--quiet',
  ]);
  const submit = (words: readonly string[]) => run(withExecutor(submitCommand, open), [...words, '--quiet']);
  const check = async (bundle: string, words: readonly string[] = []) => {
    const { out, code } = await submit(['--check', bundle, '--json', ...words]);
    return { code, ...(JSON.parse(out) as SubmissionCheck) };
  };
  return { ...folder, at, submit, check };
}

/** A copy of a bundle that somebody changed, with checksums that fit again. */
export async function tamperWith(
  bundle: string,
  copy: string,
  change: (files: Map<string, string>) => void,
  { isResealed = true } = {},
): Promise<void> {
  await cp(bundle, copy, { recursive: true });
  const sums = await readFile(join(bundle, 'SHA256SUMS'), 'utf8');
  const names = sums.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(66)]));
  const texts = new Map<string, string>();
  for (const name of names) {
    if (!name.endsWith('.parquet')) texts.set(name, await readFile(join(bundle, name), 'utf8'));
  }
  change(texts);
  for (const [name, text] of texts) await writeFile(join(copy, name), text);
  if (!isResealed) return;
  const all = new Set([...names, ...texts.keys()]);
  const lines = await Promise.all(
    [...all].sort().map(async (name) => `${sha256(await readFile(join(copy, name)))}  ${name}\n`),
  );
  await writeFile(join(copy, 'SHA256SUMS'), lines.join(''));
}

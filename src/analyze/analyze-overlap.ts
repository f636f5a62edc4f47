import { usageError } from '../error/bigcodebench-error.ts';
import type { Task } from '../schema/task.ts';
import type { Row } from '../schema/view/analysis-document.ts';
import { readLines } from '../util/json-lines.ts';
import { parseJson } from '../util/parse-json.ts';
import { words } from '../util/words.ts';
import type { AnalysisInput, Findings } from './analysis.ts';

/** How many words in a row must be equal. */
const sizes = [10, 13];

/** Tasks whose instructions share words in a row with a text, counted as the original project does. */
export async function analyzeOverlap({ loadTasks, corpora }: AnalysisInput): Promise<Findings> {
  if (corpora.length === 0) throw usageError('overlap needs a text to look into: --corpus FILE, text or JSON Lines.');
  const tasks = await loadTasks();
  const indexes = sizes.map((size) => indexTasks(tasks, size));
  const rows: Row[] = [];
  for (const path of corpora) {
    const found = sizes.map(() => new Set<string>());
    for await (const text of readTexts(path)) {
      for (const [at, size] of sizes.entries()) {
        for (const run of listRuns(text, size)) for (const id of indexes[at]?.get(run) ?? []) found[at]?.add(id);
      }
    }
    for (const [at, { size: n }] of found.entries()) {
      rows.push({ labels: [path, `${sizes[at]}`], value: (100 * n) / tasks.length, n });
    }
  }
  const title = 'Tasks that share this many words in a row with a text, percent';
  return { tables: [{ key: 'overlap', title, columns: ['text', 'words'], digits: 2, rows }] };
}

/** The tasks in whose instructions each run of words occurs; the code that ends an instruct prompt is left out. */
function indexTasks(tasks: readonly Task[], size: number): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const { id, instructPrompt } of tasks) {
    for (const run of listRuns(words(instructPrompt.split('```')[0] ?? ''), size)) {
      index.set(run, [...(index.get(run) ?? []), id]);
    }
  }
  return index;
}

function* listRuns(text: readonly string[], size: number): Generator<string> {
  for (let at = 0; at + size <= text.length; at++) yield text.slice(at, at + size).join(' ');
}

/** The words of each text in a file: of JSON Lines, each string of a line; otherwise the whole file, piece by piece. */
async function* readTexts(path: string): AsyncGenerator<string[]> {
  const isJson = /\.jsonl(?:\.gz)?$/.test(path);
  let last: string[] = [];
  for await (const { text } of readLines(path)) {
    if (isJson) {
      for (const value of Object.values(parseJson(text) ?? {})) if (typeof value === 'string') yield words(value);
    } else {
      const piece = [...last, ...words(text)];
      last = piece.slice(1 - Math.max(...sizes));
      yield piece;
    }
  }
}

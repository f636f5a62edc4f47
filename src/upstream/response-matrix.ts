/** The table the original publishes of which model solves which task: a row for each model, a column for each task id. */
import { fileError } from '../error/bigcodebench-error.ts';
import { type Fault, findRepeated, readInputFile } from './input-file.ts';

export type ResponseMatrix = ReturnType<typeof parseResponseMatrix>;

export interface MatrixRow {
  readonly model: string;
  /** 0 or 1, task by task; NaN where the cell is empty. */
  readonly passes: Float64Array;
}

/** Reads such a table from CSV. Empty cells are kept as holes; everything else that is not 0 or 1 is an error. */
export async function readResponseMatrix(path: string): Promise<ResponseMatrix> {
  return parseResponseMatrix(await readInputFile(path, fault), path);
}

export function parseResponseMatrix(text: string, origin: string) {
  const [head = [], ...lines] = parseCsv(text.replace(/^\uFEFF/, ''));
  const taskIds = head.slice(1);
  if (taskIds.length === 0 || lines.length === 0) {
    throw fault(origin, 'the first line must list the task ids, and each further line a model');
  }
  const twiceTask = findRepeated(taskIds);
  if (twiceTask !== undefined) throw fault(origin, `task ${JSON.stringify(twiceTask)} has two columns`);
  const rows = lines.map((cells, at) => parseRow(cells, taskIds, `${origin}:${at + 2}`));
  const twiceModel = findRepeated(rows.map(({ model }) => model));
  if (twiceModel !== undefined) throw fault(origin, `model ${JSON.stringify(twiceModel)} has two lines`);
  return { taskIds, rows };
}

function parseRow([model = '', ...values]: readonly string[], taskIds: readonly string[], where: string): MatrixRow {
  if (model === '') throw fault(where, 'the first cell must name a model');
  if (values.length !== taskIds.length) throw fault(where, `it has ${values.length} cells for ${taskIds.length} tasks`);
  const passes = Float64Array.from(values, (cell, task) => {
    const value = parseCell(cell);
    if (value !== undefined) return value;
    throw fault(where, `${taskIds[task]} is ${JSON.stringify(cell)}, which is neither 0 nor 1`);
  });
  return { model, passes };
}

function parseCell(cell: string): number | undefined {
  const word = cell.trim();
  if (word === '' || /^(nan|null|none|na)$/i.test(word)) return Number.NaN;
  const value = Number(word);
  return value === 0 || value === 1 ? value : undefined;
}

/** RFC 4180, with any line ending; blank lines are left out. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/gy;
  for (let found = field.exec(text); found; found = field.exec(text)) {
    const [, quoted, bare = '', end] = found;
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}

const fault: Fault = (origin, what, cause) =>
  fileError(origin, `${origin} cannot be used as a matrix of models and tasks: ${what}.`, { cause });

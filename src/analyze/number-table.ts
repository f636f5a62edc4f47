import { fileError } from '../error/bigcodebench-error.ts';
import { type Fault, readInputFile } from '../upstream/input-file.ts';
import { parseCsv } from '../upstream/response-matrix.ts';

/** Reads a CSV whose first line names its columns, whose first column names things, and whose other cells are numbers. */
export async function readNumberTable(path: string) {
  const [head = [], ...lines] = parseCsv((await readInputFile(path, fault)).replace(/^\uFEFF/, ''));
  if (head.length < 2 || lines.length === 0) throw fault(path, 'it needs a line of column names, and two columns');
  const rows = lines.map(([name = '', ...cells], at) => ({
    name,
    values: head.slice(1).map((column, position) => parseCell(cells[position] ?? '', `${path}:${at + 2}`, column)),
  }));
  return { columns: head.slice(1), rows };
}

function parseCell(cell: string, where: string, column: string): number | undefined {
  if (cell.trim() === '') return undefined;
  const value = Number(cell);
  if (Number.isFinite(value)) return value;
  throw fault(where, `${column} is ${JSON.stringify(cell)}, which is not a number`);
}

const fault: Fault = (origin, what, cause) =>
  fileError(origin, `${origin} cannot be read as a table of numbers: ${what}.`, { cause });

/** What benches measured: tables for the terminal, and for bench/RESULTS.md with the date, the machine and the command. */
import { appendFile } from 'node:fs/promises';
import { availableParallelism, release, totalmem, type } from 'node:os';
import { renderTable } from '../../src/report/text-table.ts';

export interface BenchTable {
  /** What it is about, if the bench has several tables. */
  readonly title?: string;
  /** The first row is the heading. */
  readonly rows: readonly (readonly string[])[];
}

/** Why a bench measured nothing. */
export interface Skipped {
  readonly skipped: string;
}

/** Every bench exports `run`, which gives this. */
export type BenchResult = readonly BenchTable[] | Skipped;

export interface BenchRecord {
  readonly name: string;
  readonly command: string;
  readonly date: Date;
  readonly machine: string;
  readonly tables: readonly BenchTable[];
}

export function renderTables(tables: readonly BenchTable[]): string {
  return tables
    .map(({ title, rows }) => `${title === undefined ? '' : `${title}\n`}${renderTable(rows, { right: [] })}\n`)
    .join('\n');
}

/** A section of bench/RESULTS.md. */
export function formatRecord({ name, command, date, machine, tables }: BenchRecord): string {
  const parts = tables.map(({ title, rows: [head = [], ...rows] }) => {
    const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    const table = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
    return title === undefined ? table : `${title}:\n\n${table}`;
  });
  const heading = `## ${date.toISOString().slice(0, 10)}: ${name}`;
  return `\n${[heading, `${machine}; \`${command}\``, ...parts].join('\n\n')}\n`;
}

export function describeMachine(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`;
  return `${availableParallelism()} cores, ${memory}, ${type()} ${release()}, Node ${process.versions.node}`;
}

/** The command that repeats a bench, with the variables that changed it. */
export function spellCommand(name: string, variables: Readonly<Record<string, string | undefined>>): string {
  const changed = Object.entries(variables).filter(([key]) => /^BCB_(BENCH|INTEGRITY|HONEST|GROUND_TRUTH)_/.test(key));
  return [...changed.map(([key, value]) => `${key}=${value}`), `npm run bench -- ${name}`].join(' ');
}

/** Appends what a bench measured to bench/RESULTS.md. */
export async function appendRecord(path: string, name: string, tables: readonly BenchTable[]): Promise<void> {
  const command = spellCommand(name, process.env);
  await appendFile(path, formatRecord({ name, command, date: new Date(), machine: describeMachine(), tables }));
}

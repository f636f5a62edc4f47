import { resolve } from 'node:path';
import { analyses, isAnalysisName } from '../../analyze/analyses.ts';
import type { AnalysisInput, Findings } from '../../analyze/analysis.ts';
import { describeRow, listCells } from '../../analyze/table.ts';
import { readResults } from '../../compare/read-results.ts';
import type { Result } from '../../compare/result.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import { formatCsv } from '../../report/csv.ts';
import { buildTable, type Column, renderTable, toOneLine } from '../../report/text-table.ts';
import type { Task } from '../../schema/task.ts';
import type { Row, Table } from '../../schema/view/analysis-document.ts';
import { loadTreeParser } from '../../syntax/syntax-tree.ts';
import { type CommandContext, findPlaces, loadTasksFor, openFor, writeFiles } from '../command.ts';

export async function analyzeCommand(context: CommandContext): Promise<void> {
  const { positionals } = context;
  const words = positionals.filter((word) => !isAnalysisName(word));
  const paths = await findPlaces(context, words);
  const input = readInput(context, paths);
  const found: Findings[] = [];
  for (const name of chooseAnalyses(context, paths)) {
    // Without answers it has nothing to say.
    if (name === 'tools' && paths.length === 0) throw usageError(`${name} needs results: \`bcb analyze ${name} RUN\`.`);
    found.push(await analyses[name](input));
  }
  await printFindings(context, found);
}

/** Which analysis reads the file that an option names. */
const fileReaders = { published: 'gaps', scores: 'gaps', similarity: 'hard', corpus: 'overlap' } as const;

function chooseAnalyses({ positionals, origins }: CommandContext, paths: readonly string[]) {
  const named = positionals.filter(isAnalysisName);
  const isGiven = ([key]: [string, unknown]) => origins.get(key as keyof typeof fileReaders) === 'flag';
  const files = Object.entries(fileReaders).filter(isGiven);
  const usual = paths.length > 0 ? ['tools', 'gaps', 'solve-rate'] : files.length > 0 ? [] : ['dataset'];
  const chosen = new Set(
    named.length > 0 ? named : [...usual, ...files.map(([, name]) => name)].filter(isAnalysisName),
  );
  const unread = files.find(([, name]) => !chosen.has(name));
  if (unread) throw usageError(`--${unread[0]} is for \`bcb analyze ${unread[1]}\`.`);
  return chosen;
}

function readInput(context: CommandContext, paths: readonly string[]): AnalysisInput {
  const { options, cwd, warn } = context;
  const at = (path: string | undefined) => (path === undefined ? undefined : resolve(cwd, path));
  const read = (path: string) => readResults(path, { onWarning: warn });
  const loadResults = once(async () => (await Promise.all(paths.map(read))).flat());
  return {
    loadTasks: once(async () => loadTasks(context, await loadResults())),
    loadResults,
    loadParser: loadTreeParser,
    openExecutor: (tasks) => openFor(context, { tasks }),
    showProgress: context.progress,
    paths,
    board: at(options.published),
    scores: at(options.scores),
    similarity: at(options.similarity),
    corpora: (options.corpus ?? []).map((path) => resolve(cwd, path)),
  };
}

/** The tasks that the results keep, unless the command line names others. */
async function loadTasks(context: CommandContext, results: readonly Result[]): Promise<readonly Task[]> {
  const { options, origins } = context;
  const isNamed = origins.get('subset') !== 'default' || options.select !== undefined || options.idRange !== undefined;
  const loaders = results.map((result) => result.loadTasks);
  if (isNamed || loaders.length === 0 || loaders.includes(undefined)) return (await loadTasksFor(context)).tasks;
  const kept = await Promise.all(loaders.map((load) => load?.() ?? []));
  return [...new Map(kept.flat().map((task) => [task.id, task])).values()];
}

function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => (loading ??= load());
}

async function printFindings(context: CommandContext, found: readonly Findings[]): Promise<void> {
  const { options, cwd } = context;
  const tables = found.flatMap((each) => each.tables);
  for (const note of found.flatMap(({ notes = [] }) => notes)) context.warn(note);
  const document = tables.map((table) => [table.key, table.rows.map((row) => describeRow(table, row))]);
  const shown = tables.filter(({ rows }) => rows.length > 0).map((table) => renderAnalysis(table, context));
  context.print(Object.fromEntries(document), shown.join('\n'));
  if (options.csvFolder === undefined) return;
  const csv = tables.map((table) => ({ path: `${table.key}.csv`, content: formatCsv(listCells(table)) }));
  await writeFiles(context, resolve(cwd, options.csvFolder), [...csv, ...found.flatMap(({ files = [] }) => files)]);
}

/** Longer tables are cut: JSON and CSV have all of them. */
const shownRows = 40;

function renderAnalysis({ title, columns, rows, digits = 1 }: Table, { colors, width }: CommandContext): string {
  const format = (value: number | undefined) => value?.toFixed(digits);
  const { head, right, ...table } = buildTable<Row>(rows.slice(0, shownRows), [
    ...columns.map((name, at): Column<Row> => {
      return { title: name.toUpperCase(), format: ({ labels }) => toOneLine(labels[at] ?? '') };
    }),
    { title: 'VALUE', isNumber: true, format: ({ value }) => format(value) },
    { title: '95% INTERVAL', isNumber: true, format: ({ interval }) => interval?.map(format).join(' to ') },
    { title: 'PUBLISHED', isNumber: true, format: ({ published }) => published?.toString() },
    { title: 'N', isNumber: true, format: ({ n }) => n?.toString() },
  ]);
  const more = rows.length > shownRows ? `… ${rows.length - shownRows} more: --json or --csv DIR has them all\n` : '';
  return `${colors.bold(title)}\n${renderTable([head, ...table.rows], { right, hasHead: true, width })}\n${more}`;
}

import { basename, dirname, resolve } from 'node:path';
import { loadComparisons } from '../../compare/compare-results.ts';
import { compareWorlds } from '../../compare/compare-worlds.ts';
import { readRuns } from '../../compare/read-results.ts';
import { resolveWorldsFolder } from '../../environment/data-folder.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import { renderComparisons, renderComparisonsMarkdown } from '../../report/compare/render-comparison.ts';
import { renderWorlds } from '../../report/compare/render-worlds.ts';
import type { ComparisonDocument } from '../../schema/comparison.ts';
import { renderComparePage } from '../../view/render-pages.ts';
import { type CommandContext, findPlaces, writeFiles } from '../command.ts';

export async function compareCommand(context: CommandContext): Promise<number> {
  const { options, cwd, variables, signal, colors, width } = context;
  const { failIfWorse, alpha, allowMismatch } = options;
  const gate = failIfWorse === undefined ? {} : { gate: { margin: failIfWorse, alpha } };
  const paths = await findPaths(context);
  const [first, second, ...more] = paths;
  if (first === undefined || second === undefined) {
    throw usageError('compare needs at least two results: `bcb compare RUN_A RUN_B`.');
  }
  if (options.worlds) {
    if (more.length > 0) throw usageError('compare --worlds takes two runs over the same answers.');
    const worlds = await compareWorlds([first, second], resolveWorldsFolder(variables));
    context.print(worlds, renderWorlds(worlds, { width, listed: options.listed }));
    return 0;
  }
  const { results, ...comparisons } = await loadComparisons(paths, { allowMismatch, ...gate, variables, cwd, signal });
  if (options.html !== undefined) {
    const page = resolve(cwd, options.html);
    const content = renderComparePage(results, comparisons);
    await writeFiles(context, dirname(page), [{ path: basename(page), content }]);
  }
  const [only, ...others] = comparisons.comparisons;
  const document: ComparisonDocument = only && others.length === 0 ? only : comparisons;
  const text = options.markdown
    ? renderComparisonsMarkdown(comparisons)
    : renderComparisons(comparisons, { colors, width, listed: options.listed });
  context.print(document, text);
  return comparisons.comparisons.some(({ gate }) => gate?.passed === false) ? 2 : 0;
}

/** What is named; with --tag, the runs in those places (default: --out) that have all of these tags, oldest first. */
async function findPaths(context: CommandContext): Promise<string[]> {
  const { options, positionals, warn } = context;
  const { tag: tags, out } = options;
  if (!tags && positionals.length < 2) return [];
  const places = await findPlaces(context, tags && positionals.length === 0 ? [out] : positionals);
  if (!tags) return places;
  const logs = (await Promise.all(places.map((place) => readRuns(place, { tags, onWarning: warn })))).flat();
  return logs.sort((a, b) => (a.record.startedAt < b.record.startedAt ? -1 : 1)).map(({ path }) => path);
}

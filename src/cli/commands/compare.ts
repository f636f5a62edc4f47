import { basename, dirname, resolve } from 'node:path';
import { loadComparisons } from '../../compare/compare-runs.ts';
import { readRuns } from '../../compare/read-results.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import { renderComparisons } from '../../report/compare/render-comparison.ts';
import { renderComparisonsMarkdown } from '../../report/compare/render-comparison-markdown.ts';
import { findPlace } from '../../run/find-place.ts';
import type { ComparisonDocument } from '../../schema/comparison.ts';
import { renderComparePage } from '../../view/render-compare-page.ts';
import type { Command, CommandContext } from '../command.ts';
import { writeFiles } from './write-files.ts';

export const compareCommand: Command = {
  name: 'compare',
  arguments: [
    {
      usage: 'A B [C…]',
      summary:
        'Runs (folder, id or name), bundles or …_eval_results.json files; the others are compared with the first',
    },
  ],
  examples: [
    'bcb compare bcb_results/runs/0123456789ab bcb_results/runs/ba9876543210',
    'bcb compare before_eval_results.json after_eval_results.json --fail-if-worse 2',
    'bcb compare A B C --markdown',
    'bcb compare --tag nightly',
  ],
  async run(context) {
    const { options, cwd, variables, signal, colors, width } = context;
    const { failIfWorse, alpha, allowMismatch } = options;
    const gate = failIfWorse === undefined ? {} : { gate: { margin: failIfWorse, alpha } };
    const paths = await findPaths(context);
    if (paths.length < 2) throw tooFew();
    const loaded = await loadComparisons(paths, { allowMismatch, ...gate, variables, cwd, signal });
    const { results, ...comparisons } = loaded;
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
  },
};
function tooFew() {
  return usageError('compare needs at least two results: `bcb compare RUN_A RUN_B`.');
}

/** What is named; with --tag, the runs in those places (default: --out) that have all of these tags, oldest first. */
async function findPaths({ options, positionals, cwd, warn }: CommandContext): Promise<string[]> {
  const { tag: tags, out } = options;
  const named = tags && positionals.length === 0 ? [out] : positionals;
  if (!tags && named.length < 2) throw tooFew();
  const places = await Promise.all(named.map((word) => findPlace(word, cwd, out)));
  if (!tags) return places;
  const logs = (await Promise.all(places.map((place) => readRuns(place, { tags, onWarning: warn })))).flat();
  const sorted = logs.sort((a, b) => (a.record.startedAt < b.record.startedAt ? -1 : 1));
  return sorted.map(({ path }) => path);
}

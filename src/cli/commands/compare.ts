import { resolve } from 'node:path';
import { loadComparisons } from '../../compare/compare-runs.ts';
import { readRuns } from '../../compare/read-results.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import { renderComparisons } from '../../report/compare/render-comparison.ts';
import { findPlace } from '../../run/find-place.ts';
import type { ComparisonDocument } from '../../schema/comparison.ts';
import { describeKeptFile, writeKeepingOld } from '../../util/keep-old-file.ts';
import type { Command, CommandContext } from '../command.ts';

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
    const { options, cwd, variables, signal, stdout, stderr, colors } = context;
    const { failIfWorse, alpha, allowMismatch } = options;
    const gate = failIfWorse === undefined ? {} : { gate: { margin: failIfWorse, alpha } };
    const paths = await findPaths(context);
    if (paths.length < 2) throw tooFew();
    const loading = loadComparisons(paths, { allowMismatch, ...gate, variables, cwd, signal });
    const { results, ...comparisons } = await loading;
    const [only] = comparisons.comparisons;
    if (options.html !== undefined) {
      const { renderComparePage } = await import('../../view/render-compare-page.ts');
      const kept = await writeKeepingOld(resolve(cwd, options.html), renderComparePage(results, comparisons));
      if (!options.quiet) stderr.write(`${describeKeptFile(kept)}\n`);
    }
    if (options.json) {
      const document: ComparisonDocument = comparisons.comparisons.length === 1 && only ? only : comparisons;
      stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    } else if (options.markdown) {
      const { renderComparisonsMarkdown } = await import('../../report/compare/render-comparison-markdown.ts');
      stdout.write(renderComparisonsMarkdown(comparisons));
    } else {
      stdout.write(renderComparisons(comparisons, { colors, width: context.width, listed: options.listed }));
    }
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

import { resolve } from 'node:path';
import { type LoadedComparisons, loadComparisons } from '../../compare/compare-runs.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { renderComparisons } from '../../report/compare/render-comparison.ts';
import type { ComparisonDocument } from '../../schema/comparison.ts';
import { describeKeptFile, writeKeepingOld } from '../../util/keep-old-file.ts';
import type { Command, CommandContext } from '../command.ts';

export const compareCommand: Command = {
  name: 'compare',
  arguments: [
    {
      usage: 'A B [C…]',
      summary: 'Run folders, bundles or …_eval_results.json files; the others are compared with the first',
    },
  ],
  examples: [
    'bcb compare bcb_results/runs/e-0123456789ab bcb_results/runs/e-ba9876543210',
    'bcb compare before_eval_results.json after_eval_results.json --fail-if-worse 2',
    'bcb compare A B C --markdown',
  ],
  async run(context) {
    const { options, positionals, cwd, stdout, stderr, colors } = context;
    if (positionals.length < 2) {
      throw new BigCodeBenchError('USAGE', 'compare needs at least two results: `bcb compare RUN_A RUN_B`.');
    }
    const { results, ...comparisons } = await compareAll(context);
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

function compareAll({ options, positionals, cwd, variables, signal }: CommandContext): Promise<LoadedComparisons> {
  const { failIfWorse, alpha, allowMismatch } = options;
  const gate = failIfWorse === undefined ? {} : { gate: { margin: failIfWorse, alpha } };
  const paths = positionals.map((path) => resolve(cwd, path));
  return loadComparisons(paths, { allowMismatch, ...gate, variables, cwd, signal });
}

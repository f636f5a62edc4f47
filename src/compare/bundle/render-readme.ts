import type { Submission, SubmittedRun } from '../../schema/submission.ts';
import { describeAgain } from './run-recipe.ts';

/** The page of a bundle: what it claims, how to check that, and what to write to whoever keeps a board. */
export function renderBundleReadme({ model, runs, cost_usd, output_tokens }: Submission): string {
  const name = typeof model.name === 'string' ? model.name : 'unknown model';
  const tool = `npx bigcodebench@${runs[0]?.run.tool.version ?? 'latest'}`;
  const scores = runs.map(({ run, score }) => `${score.toFixed(1)}% on ${run.subset} ${run.split}`).join(', ');
  return [
    `# ${name} on BigCodeBench`,
    '',
    '| split | subset | tasks | pass@1 | 95% interval | run |',
    '| --- | --- | --- | --- | --- | --- |',
    ...runs.map(describeRun),
    '',
    ...(cost_usd === null ? [] : [`Cost of all answers: $${cost_usd.toFixed(2)}.`, '']),
    ...(output_tokens === null ? [] : [`Output tokens: ${output_tokens}.`, '']),
    'Check everything in here, verdicts included:',
    '',
    '```sh',
    `${tool} submit --check .`,
    '```',
    '',
    'Measure the same again, in this folder (`--base-url` adds the address of a server of your own):',
    '',
    '```sh',
    ...runs.map((run) => `${tool} ${describeAgain(run)}`),
    '```',
    '',
    '## Files',
    '',
    '- `submission.json`: the model, the runs, how they were asked and judged, the scores',
    "- `samples/`, `results/`: samples, verdicts and pass rates under the original's names",
    '- `raw/`: every answer as it came, with the hash of its prompt',
    '- `recipes/`: what was asked of the model and of the judge, for `run --recipe`',
    '- `verdicts/`: every verdict with its tests, time and memory',
    "- `upstream/`: the entries for the original's `model_info` and `results.json`",
    '- `SHA256SUMS`: check with `sha256sum -c SHA256SUMS`',
    '',
    '## Letter',
    '',
    `> We evaluated ${name} (${typeof model.link === 'string' ? model.link : 'no link'}) on BigCodeBench: ${scores}. The attached folder holds raw generations, sanitized generations, execution results and pass rates.`,
    '',
  ].join('\n');
}

function describeRun({ run, result, score, interval, run_id }: SubmittedRun): string {
  const cells = [run.split, run.subset, String(result.score.tasks), `${score.toFixed(1)}%`];
  return `| ${[...cells, `${interval[0].toFixed(1)}–${interval[1].toFixed(1)}`, `\`${run_id}\``].join(' | ')} |`;
}

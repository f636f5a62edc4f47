import type { RoundsSummary } from '../schema/rounds.ts';
import { formatCost, formatCount, formatEstimate, formatRange, formatShare } from './format-numbers.ts';
import type { Section } from './section.ts';

type Round = RoundsSummary['byRound'][number];
/** What rounds of repair came to, beside what the same tokens and dollars buy in first answers. */
export function listRounds(summary: RoundsSummary): Section[] {
  const { feedback, byRound, repaired, broken, overfitted, recall, mrr, byCause } = summary;
  const head = ['round', 'pass@1', 'paired with the first', 'asked', 'spent', 'so far for each solved'];
  const done = [
    ['repaired', String(repaired), 'failed at first, pass at the end'],
    ['broken', String(broken), 'passed at some time, fail at the end'],
    ['over-fitted', String(overfitted), 'repaired for the visible tests only: a hidden one fails'],
    ['recall', formatShare(recall), 'passed at some time'],
    ['MRR', formatShare(mrr), 'mean of 1/n, where the n-th answer is the first that passes'],
  ];
  const fresh = ['instead', 'score', 'better by (paired)'];
  const causes = byCause.map(({ cause, failed, repaired: count, interval }) => {
    const range = interval ? ` (${formatRange(interval)})` : '';
    return [cause, String(count), `of ${failed}`, `${formatShare(count / failed)}${range}`];
  });
  const ofCauses = { head: ['cause', 'repaired', 'of', 'share (95% interval)'], rows: causes, right: [1] };
  return [
    { title: `Rounds of repair, feedback: ${feedback}`, head, rows: byRound.map(listRound), right: [3] },
    { title: 'What the rounds did', head: ['measure', 'value', 'what it is'], rows: done, right: [1] },
    { title: 'First answers for the same price, instead of repairs', head: fresh, rows: listFresh(summary) },
    { title: 'Repaired by cause of the first failure', ...ofCauses },
  ];
}

function listRound({ round, passAt1, gain, asked, perSolved = {}, ...spent }: Round): string[] {
  const forSolved = formatSpent(perSolved);
  return [
    round === 0 ? 'first answers' : `round ${round}`,
    formatEstimate(passAt1),
    gain ? `gain ${formatGain(gain)}` : '',
    `${asked} asked`,
    formatSpent(spent),
    forSolved && `${forSolved} per solved`,
  ];
}

function formatSpent({ tokens, costUsd }: Pick<Round, 'tokens' | 'costUsd'>): string {
  const counted = tokens === undefined ? [] : [`${formatCount(Math.round(tokens))} tokens`];
  return [...counted, ...(costUsd ? [formatCost(costUsd)] : [])].join(', ');
}

function formatGain({ value, interval }: NonNullable<Round['gain']>): string {
  const points = (share: number) => `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(1)}`;
  return `${points(value)} [${interval.map(points).join(', ')}]`;
}

function listFresh({ fresh, freshByCost, byRound, static: recorded }: RoundsSummary): string[][] {
  const rows = [
    { found: fresh, measure: 'tokens' },
    { found: freshByCost, measure: 'dollars' },
  ].flatMap(({ found, measure }) => {
    if (!found) return [];
    const { samples, passAtK, gain, pickedSamples = samples, picked, pickedGain } = found;
    const count = (answers: number) => Number(answers.toFixed(2));
    const again = `asked until the visible tests pass: ${count(pickedSamples)}`;
    return [
      [`pass@${count(samples)}: the same ${measure}`, formatEstimate(passAtK), `repairs ${formatGain(gain)}`],
      [again, formatEstimate(picked), `repairs ${formatGain(pickedGain)}`],
    ];
  });
  if (rows.length > 0) return rows;
  if (recorded !== undefined) return [['not known', '', 'the first answers are recorded ones']];
  const taken = byRound.map(({ tokens = Number.NaN }) => tokens / (byRound[0]?.tokens || Number.NaN));
  const needed = Math.ceil(taken.reduce((sum, share) => sum + share, -1e-9));
  const missing = needed >= 1 ? `--n-samples ${Math.max(2, needed)}` : 'tokens that the provider counts';
  return [['not known', '', `needs ${missing}`]];
}

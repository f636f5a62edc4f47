import type { Decision } from '../schema/decision.ts';
import { formatCost, formatEstimate, formatShare } from './format-numbers.ts';

/** `decided after 63 of 1,140 tasks: better`; undefined for a run that asked everything. */
export function describeStop({ verdict, tasksUsed, tasksJudged, tasksTotal }: Decision): string | undefined {
  if (tasksJudged >= tasksTotal) return undefined;
  const count = (tasks: number) => tasks.toLocaleString('en-US');
  if (verdict === 'undecided') return `stopped after ${count(tasksJudged)} of ${count(tasksTotal)} tasks: undecided`;
  return `decided after ${count(tasksUsed)} of ${count(tasksTotal)} tasks: ${verdict}`;
}

export function nameVerdict({ verdict, margin = 0, against }: Decision): string {
  if (verdict === 'undecided') return `not decided against ${against}`;
  return verdict === 'equivalent' ? `within ${formatShare(margin)} of ${against}` : `${verdict} than ${against}`;
}

export function explainDecision(decision: Decision): string {
  const { tasksUsed, tasksJudged, tasksTotal, eValue, alpha, estimate, interval, savedUsd } = decision;
  const stop = `${nameVerdict(decision)}, after ${tasksUsed} of ${tasksTotal} tasks (e-value ${formatEValue(eValue)}; ${formatEValue(1 / alpha)} decides).`;
  if (tasksJudged >= tasksTotal) return `Decision: ${stop}`;
  const saved = savedUsd === undefined ? '' : ` About ${formatCost(savedUsd)} was not spent.`;
  const full = formatEstimate({ value: estimate, interval });
  return `Decision: ${stop} ${tasksJudged} tasks were asked: their score is not the score of all. Over all tasks it is estimated at ${full}.${saved}`;
}

export function formatEValue(value: number): string {
  return value >= 10_000 ? value.toExponential(1) : String(Number(value.toPrecision(3)));
}

import type { RecordedAnswer } from '../../compare/recorded-answers.ts';
import { groupBy } from '../../util/group-by.ts';
import { nothingFound, type Witness } from '../witness.ts';

/** Models that must agree on one wrong value, and which share of all that were asked. */
const fewestFamilies = 3;
const fewestShare = 0.5;
/** Most published models solve it: then it is how these answers were run that makes them agree. */
const solvedBy = 0.2;
/** Hardly any published model solves it. */
const hardlySolvedBy = 0.02;

/** No model passes, and independent models fail the same assertion with the same wrong value. */
export const dissent: Witness = {
  name: 'dissent',
  kind: 'dissent',
  version: 1,
  needsNoReference: true,
  examine({ answers, solveRate }) {
    const agreement = findAgreement(answers);
    if (!agreement || (solveRate ?? 0) >= solvedBy) return nothingFound;
    const share = solveRate === undefined ? '' : ` (published models that solve it: ${(100 * solveRate).toFixed(0)}%)`;
    const { test, line, models } = agreement;
    const isCertain = solveRate === undefined || solveRate <= hardlySolvedBy;
    const sentence = `None of ${modelsOf(answers)} models passes${share}, and ${models.length} fail ${test} with the same value: ${line.slice(0, 160)}`;
    const evidence = [{ trial: test, outcome: 'fail' as const, said: `${models.join(', ')}: ${line.slice(0, 240)}` }];
    return { strength: isCertain ? 'doubt' : 'hint', sentence, evidence };
  },
};

/** What most models agree on, if enough do and none passes. `line`: the failed assertion, with their value and the right one. */
export function findAgreement(answers: readonly RecordedAnswer[]) {
  if (answers.length === 0 || answers.some(({ passed }) => passed)) return undefined;
  const failures = answers.flatMap((answer) => answer.failures.map((failure) => ({ ...failure, model: answer.model })));
  const alike = groupBy(
    failures.filter(({ line }) => namesValue(line)),
    ({ test, line }) => `${test}\n${line}`,
  );
  const [best] = [...alike.values()]
    .map((group) => ({ ...group[0], models: [...new Set(group.map(({ model }) => model))] }))
    .sort((a, b) => b.models.length - a.models.length);
  if (!best || countFamilies(best.models) < fewestFamilies) return undefined;
  if (best.models.length < fewestShare * modelsOf(answers)) return undefined;
  return { test: best.test ?? '', line: best.line ?? '', models: best.models };
}

function modelsOf(answers: readonly RecordedAnswer[]): number {
  return new Set(answers.map(({ model }) => model)).size;
}

/** `3 != 4` tells what the answer gave; `False is not true` and a missing exception tell nothing. */
function namesValue(line: string): boolean {
  if (!line.startsWith('AssertionError: ')) return false;
  const said = line.slice('AssertionError: '.length);
  return / != |not found in|almost equal|unexpectedly found/.test(said) && !/^(?:None|False|True) != /.test(said);
}

/** Models of one family learn the same mistakes: `qwen2.5-coder-7b` and `-1.5b` count once. */
function countFamilies(models: readonly string[]): number {
  const families = models.map((model) => /[a-z]+/i.exec(model.split('/').at(-1) ?? model)?.[0]?.toLowerCase() ?? model);
  return new Set(families).size;
}

/** Checks of whether what a bundle says follows from what it holds. */
import { buildPrompt } from '../../../prompt/build-prompt.ts';
import { countRepeatedAnswers } from '../../../score/repeated-answers.ts';
import { lexPython } from '../../../syntax/python-lexer.ts';
import { hashValue } from '../../../util/hash.ts';
import { toPoints } from '../../result.ts';
import { extractAgain } from '../build-bundle.ts';
import { type Check, type CheckedRun, judge } from './check.ts';

export const checkDataset: Check = ({ runs }) => {
  const faults = runs.flatMap(({ submitted: { run }, taskSet }) => {
    const { name, version, hash } = run.dataset;
    if (hash === taskSet.hash && version === taskSet.version) return [];
    const here = `${taskSet.version} (${taskSet.hash.slice(0, 12)})`;
    return [`${run.split} was asked ${name} ${version} (${hash.slice(0, 12)}), here is ${here}`];
  });
  return judge(faults, runs.map(({ taskSet }) => `${taskSet.name} ${taskSet.version}`).join(', '));
};

export const checkExtraction: Check = ({ runs, sanitizer }) => {
  const faults = runs.flatMap(({ submitted: { extraction, run }, tasks, samples, raw }) => {
    const solutions = new Map(samples.map(({ task_id, solution }) => [task_id, solution]));
    const differing = raw.filter((line) => {
      const task = tasks.get(line.task_id);
      return (task && extractAgain(line, task, extraction, sanitizer)) !== solutions.get(line.task_id);
    });
    return differing.map(({ task_id }) => `${task_id} (${run.split}) is not what its raw answer gives`);
  });
  return judge(faults, `${runs.reduce((sum, { raw }) => sum + raw.length, 0)} solutions follow from their raw answers`);
};

export const checkPrompts: Check = ({ runs }) => {
  const faults = runs.flatMap(({ submitted, tasks, raw }) => {
    const { prompt, run } = submitted;
    if (!prompt) return [`${run.split} does not say how it asked`];
    return raw.flatMap(({ task_id, prompt_sha256 }) => {
      const task = tasks.get(task_id);
      const isSame = task && hashValue(buildPrompt(task, { ...prompt, split: run.split })) === prompt_sha256;
      return isSame ? [] : [`the prompt of ${task_id} (${run.split}) is another`];
    });
  });
  return judge(faults, 'every prompt, rendered again, is the recorded one');
};

/** Outcomes that nobody may submit. */
const forbidden = new Set(['tampered', 'blocked', 'engine-error']);
/** How many tasks of a hundred change from run to run in the original itself. */
const noise = { full: 0.002, hard: 0.006 };

export const checkOutcomes: Check = ({ runs }) => {
  const faults = runs.flatMap(findDisagreements);
  return judge(faults, 'verdicts, results and scores agree; nothing was tampered with, blocked or lost');
};

export function allowedNoise(subset: string, tasks: number): number {
  return Math.round((subset === 'hard' ? noise.hard : noise.full) * tasks);
}

function findDisagreements({ submitted: { run, score }, verdicts, results, tasks }: CheckedRun): string[] {
  const bad = verdicts.filter(({ outcome }) => forbidden.has(outcome));
  const chance = verdicts.filter(({ chance_runs }) => typeof chance_runs === 'number').length;
  const allowed = allowedNoise(run.subset, tasks.size);
  const differing = verdicts.filter(({ task_id, status }) => results.eval[task_id]?.[0]?.status !== status);
  const passed = verdicts.filter(({ status }) => status === 'pass').length;
  const counted = toPoints(passed / Math.max(1, verdicts.length));
  return [
    ...bad.map(({ task_id, outcome }) => `${task_id} (${run.split}) is ${outcome}`),
    ...(chance > allowed ? [`${chance} verdicts by chance in ${run.split}, ${allowed} are to be expected`] : []),
    ...differing.map(({ task_id }) => `${task_id} (${run.split}) has two verdicts`),
    ...(Math.abs(counted - score) < 0.001 ? [] : [`${run.split} claims ${score}%, its verdicts give ${counted}%`]),
  ];
}

/** Shares of answers that are odd; a submission is not worse for them, but a reader should know. */
export const checkAnswers: Check = ({ runs }) => {
  const faults: string[] = [];
  const words = runs.map(({ submitted: { run, result }, raw, samples }) => {
    const count = (reason: string) => raw.filter(({ finish_reason }) => finish_reason === reason).length;
    const [truncated, refused] = [count('length'), count('content-filter')];
    const empty = samples.filter(({ solution }) => solution.trim() === '').length;
    if (result.answers.truncated !== truncated || result.answers.empty !== empty)
      faults.push(`${run.split} states other counts of truncated and empty answers than its raw answers show`);
    return `${run.split}: ${truncated} truncated, ${empty} empty, ${refused} refused of ${raw.length}`;
  });
  return judge(faults, words.join('; '));
};

/** A shorter reference solution is found again by chance. */
const longSolution = 40;
/** Honest models repeat about one long reference solution in a hundred. */
const mostCopied = 0.05;
const fewestTasks = 20;

/**
 * How many answers hold the reference solution itself, token by token, comments and formatting aside; and whether one and the
 * same answer passes many tasks.
 */
export const checkSimilarity: Check = ({ runs }) => {
  const parts = runs.map(({ submitted, tasks, samples, results }) => {
    const passes = samples
      .filter(({ task_id }) => results.eval[task_id]?.[0]?.status === 'pass')
      .map(({ task_id, solution }) => ({ taskId: task_id, answer: tokensOf(solution).join(' ') }));
    const long = samples.flatMap(({ task_id, solution }) => {
      const tokens = tokensOf(tasks.get(task_id)?.canonicalSolution ?? '');
      return tokens.length < longSolution ? [] : [tokensOf(solution).join(' ').includes(tokens.join(' '))];
    });
    const copied = long.filter(Boolean).length;
    return { split: submitted.run.split, copied, of: long.length, repeated: countRepeatedAnswers(passes) };
  });
  const describe = ({ split, copied, of }: (typeof parts)[number]) => `${split}: ${copied} of ${of}`;
  const faults = parts
    .filter(({ copied, of }) => of >= fewestTasks && copied > mostCopied * of)
    .map((part) => `${describe(part)} long answers are the reference solution`);
  for (const { split, repeated } of parts) {
    if (repeated.length > 0) faults.push(`${split}: one answer passes ${repeated[0]} tasks`);
  }
  return judge(faults, `long answers that hold the reference solution: ${parts.map(describe).join(', ')}`);
};

function tokensOf(source: string): string[] {
  return [...lexPython(source)].filter(({ kind }) => kind !== 'comment' && kind !== 'newline').map(({ text }) => text);
}

import { noticedShare } from '../../schema/audit-rule.ts';
import type { Evidence } from '../../schema/finding.ts';
import type { Task } from '../../schema/task.ts';
import { readAsset } from '../../util/read-asset.ts';
import { type Conclusion, conclude, type EndedTrial, hasPassed, nothingFound, type Witness } from '../witness.ts';
import { type Mutant, mutate } from './mutate.ts';

const script = readAsset('audit/observe.py');
const mark = '@returned';

/** Below this share of noticed faults the tests are doubtful; below the second one it is worth a word. */
const doubtBelow = 0.5;
const hintBelow = 0.85;
/** Fewer unnoticed faults than this may be chance. */
const doubtFrom = 3;
const shownSurvivors = 8;

/**
 * Small faults in the reference solution that no test notices. Each run also tells what the function returned: a survivor
 * that returned just what the reference did may be equivalent, or the tests never reach it, and does not count.
 */
export const survivingMutants: Witness = {
  name: 'mutants',
  kind: 'too-weak',
  version: 3,
  async examine(subject, runTrials) {
    if (subject.mutants === 0) return nothingFound;
    const { parser, task, reference } = subject;
    const plain = await runTrials(['reference', 'again'].map((name) => observe(name, task, reference)));
    if (!plain.every(hasPassed)) return conclude('unheard', 'Its tests do not bear that the function is watched.');
    const mutants = mutate(parser, reference, reference.length - task.canonicalSolution.length, subject.mutants);
    const trials = mutants.map(({ code, change }, at) => {
      return { ...observe(`mutant-${at}`, task, code), change, mayLoop: true as const };
    });
    return weigh(await runTrials(trials), plain.map(readReturned));
  },
};

function observe(name: string, { entryPoint, test }: Task, code: string) {
  const watch = `exec(${JSON.stringify(script)}, (_audit := {}))\n${entryPoint} = _audit["watch"](${entryPoint}, ${JSON.stringify(mark)})\n`;
  return { name, code: `${code}\n${watch}`, test };
}

type Returned = Readonly<{ digest: string; text: string }>;

function readReturned({ execution }: EndedTrial): Returned[] {
  const lines = execution.stdout.split('\n').filter((line) => line.startsWith(`${mark} `));
  const told = lines.map((line) => line.slice(mark.length + 1));
  return told.map((line) => ({ digest: line.slice(0, 8), text: line.slice(9) }));
}

function weigh(mutants: readonly (EndedTrial & Pick<Mutant, 'change'>)[], plain: readonly Returned[][]): Conclusion {
  const [first = [], again = []] = plain;
  const findChange = (now: readonly Returned[]) => first.findIndex(({ digest }, call) => digest !== now[call]?.digest);
  const isSteady = first.length === again.length && findChange(again) < 0;
  const unnoticed: Evidence[] = [];
  const unseen: Evidence[] = [];
  for (const mutant of mutants.filter(hasPassed)) {
    const returned = readReturned(mutant);
    const where = findChange(returned);
    const isSeen = isSteady && where >= 0;
    const said = isSeen
      ? `returned ${returned[where]?.text ?? 'nothing'} instead of ${first[where]?.text}`
      : 'passes, and returned the same; it may be equivalent';
    const { name: trial, change } = mutant;
    const evidence = { trial, outcome: 'pass' as const, change, said: said.slice(0, 300) };
    (isSeen ? unnoticed : unseen).push(evidence);
  }
  const counted = mutants.length - unseen.length;
  const killed = counted - unnoticed.length;
  const counts = { tried: mutants.length, killed, unseen: unseen.length };
  const share = noticedShare({ mutants: counts }) ?? 1;
  const isDoubt = share < doubtBelow && unnoticed.length >= doubtFrom;
  const strength = isDoubt ? 'doubt' : share < hintBelow && unnoticed.length > 1 ? 'hint' : 'none';
  const told = `Its tests do not notice ${unnoticed.length} of ${counted} faults that change what the function returns.`;
  const evidence = [...unnoticed, ...unseen].slice(0, shownSurvivors);
  return { strength, sentence: strength === 'none' ? '' : told, evidence, mutants: counts };
}

import { applyEdits } from '../../syntax/syntax-tree.ts';
import { isSaid, replaceCalls, shippedPrograms } from '../shipped-programs.ts';
import { conclude, hasPassed, nothingFound, type Subject, type Trial, type Witness } from '../witness.ts';

/** The reference solution without a step that a prompt asks for must fail. */
export const leftOutSteps: Witness = {
  name: 'left-out',
  kind: 'too-weak',
  version: 1,
  async examine(subject, runTrials) {
    const trials = shippedPrograms.steps.flatMap((step) => leaveOut(step, subject));
    const accepted = (await runTrials(trials)).filter(hasPassed);
    if (accepted.length === 0) return nothingFound;
    const what = accepted.map(({ name }) => name).join(', and without its ');
    return conclude('doubt', `Its tests accept the reference solution without its ${what}.`, accepted);
  },
};

/** No trial where no prompt asks for the step, or a call cannot be left out alone. */
function leaveOut({ name, asked, calls }: (typeof shippedPrograms.steps)[number], subject: Subject): Trial[] {
  const { parser, reference, task } = subject;
  const from = reference.length - task.canonicalSolution.length;
  if (!isSaid(task, asked)) return [];
  const edits = parser.withTree(reference, (root) => replaceCalls(root, from, calls));
  const known = edits.filter((edit) => edit !== undefined);
  if (known.length === 0 || known.length < edits.length) return [];
  return [{ name, change: `no ${name}`, code: applyEdits(reference, known), test: task.test }];
}

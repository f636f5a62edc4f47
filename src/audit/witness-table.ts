import { anotherDay, elsewhere, plainReference, recordedPasses } from './chance/chance.ts';
import { dissent } from './dissent/dissent.ts';
import { equalRewrites } from './too-strict/rewrites.ts';
import { unsaidLiterals } from './too-strict/unsaid-literals.ts';
import { lazyAnswers } from './too-weak/lazy-answers.ts';
import { leftOutSteps } from './too-weak/left-out-steps.ts';
import { neverFailed, unaskedFunction } from './too-weak/read-weakness.ts';
import { survivingMutants } from './too-weak/surviving-mutants.ts';
import type { Witness } from './witness.ts';

/** Every witness that is asked about a task, the cheap ones first. */
export const witnesses: readonly Witness[] = [
  plainReference,
  dissent,
  unaskedFunction,
  neverFailed,
  unsaidLiterals,
  lazyAnswers,
  leftOutSteps,
  elsewhere,
  anotherDay,
  recordedPasses,
  equalRewrites,
  survivingMutants,
];

/** Those that a pack's author is told of at once: they need a run or two, and no recorded answers. */
export const cheapWitnesses: readonly Witness[] = [
  unaskedFunction,
  unsaidLiterals,
  leftOutSteps,
  elsewhere,
  anotherDay,
  equalRewrites,
];

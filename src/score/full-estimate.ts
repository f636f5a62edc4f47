import { meanOf } from './values.ts';

interface EstimateFullInput {
  /** Tasks whose difficulty is known from other models, with the share of samples that pass. */
  readonly judged: readonly { readonly difficulty: number; readonly passed: number }[];
  readonly left: readonly number[];
}

/** Abilities of published models scatter about zero with a variance near one: a weak opinion before the first task. */
const priorVariance = 1;
const iterations = 50;
const tolerance = 1e-9;

/**
 * The share of all tasks a model would pass, from those it was judged on: what is known counts as it is, the rest as the
 * ability found so far predicts (p-IRT with the Rasch model). This is an estimate, not a score.
 */
export function estimateFull({ judged, left }: EstimateFullInput): number {
  const ability = fitAbility(judged);
  return meanOf([...judged.map(({ passed }) => passed), ...left.map((difficulty) => chanceOf(ability, difficulty))]);
}

function fitAbility(judged: EstimateFullInput['judged']): number {
  let ability = 0;
  for (let at = 0; at < iterations; at++) {
    let gradient = -ability / priorVariance;
    let curvature = 1 / priorVariance;
    for (const { difficulty, passed } of judged) {
      const chance = chanceOf(ability, difficulty);
      gradient += passed - chance;
      curvature += chance * (1 - chance);
    }
    const step = Math.max(-1, Math.min(1, gradient / curvature));
    ability += step;
    if (Math.abs(step) < tolerance) break;
  }
  return ability;
}

function chanceOf(ability: number, difficulty: number): number {
  return 1 / (1 + Math.exp(difficulty - ability));
}

/**
 * How far an estimate from some tasks, drawn at random, was off for models it had never seen, in 95 of 100 cases. Of these
 * errors, `noise / √judged` shrinks with more tasks, `misfit` does not.
 */
export function partialReach(
  judged: number,
  all: number,
  { noise, misfit }: Record<'noise' | 'misfit', number>,
): number {
  if (judged >= all) return 0;
  if (judged === 0) return 1;
  return Math.min(1, Math.sqrt((noise ** 2 / judged + misfit ** 2) * (1 - judged / all)));
}

/** A task whose difficulty is known from other models: a model of ability θ passes with chance 1 / (1 + e^(difficulty − θ)). */
export interface JudgedTask {
  readonly difficulty: number;
  /** The share of its samples that pass. */
  readonly passed: number;
}

export interface EstimateFullInput {
  readonly judged: readonly JudgedTask[];
  /** Difficulties of the tasks nothing is known of yet. */
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
  let passed = 0;
  for (const task of judged) passed += task.passed;
  for (const difficulty of left) passed += chanceOf(ability, difficulty);
  return passed / Math.max(1, judged.length + left.length);
}

/** The likeliest ability, by Newton's method. */
function fitAbility(judged: readonly JudgedTask[]): number {
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

export interface PartialError {
  /** 97.5th percentile of held-out errors: `noise / √judged`, and `misfit` that more tasks do not cure. */
  readonly noise: number;
  readonly misfit: number;
}

/** How far an estimate from some tasks, drawn at random, was off for models it had never seen, in 95 of 100 cases. */
export function partialReach(judged: number, all: number, { noise, misfit }: PartialError): number {
  if (judged >= all) return 0;
  if (judged === 0) return 1;
  return Math.min(1, Math.sqrt((noise ** 2 / judged + misfit ** 2) * (1 - judged / all)));
}

import type { RunSummary } from '../../../src/schema/view/run-document.ts';
import { shortModelName, shortSubset } from './format.ts';

/** A run in a list of choices: its model, and what it was asked. */
export function nameRun({ model, split, subset }: RunSummary): string {
  return [shortModelName(model), split, shortSubset(subset)].filter(Boolean).join(' · ');
}

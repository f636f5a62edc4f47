import type { RunSummary } from '../../../src/schema/view-document.ts';
import { shortModelName } from './format.ts';

/** A run in a list of choices: its model, and what it was asked. */
export function nameRun({ model, split, subset }: RunSummary): string {
  return [shortModelName(model), split, subset].filter(Boolean).join(' · ');
}

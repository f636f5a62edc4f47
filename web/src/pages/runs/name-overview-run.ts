import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import { shortModelName } from '../../ui/format.ts';

/** A run among few: its model and split. */
export function nameOverviewRun({ model, split }: RunSummary): string {
  return [shortModelName(model), split].filter(Boolean).join(' · ');
}

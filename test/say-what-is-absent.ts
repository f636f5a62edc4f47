import { hasSharedData } from '../src/util/testing/shared-data.ts';

/** Once per test run, not once per file. */
export function setup(): void {
  if (hasSharedData) return;
  console.warn(
    'Only the recorded slice is at hand (test/fixtures/recorded): tests that need all of the data are skipped.',
  );
}

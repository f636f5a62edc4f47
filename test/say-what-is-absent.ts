import { hasSharedData } from '../src/util/testing/shared-data.ts';

/** Once per test run, not once per file. */
export function setup(): void {
  if (hasSharedData) return;
  console.warn('Only the recorded slice exists (test/fixtures/recorded); tests that need all recordings are skipped.');
}

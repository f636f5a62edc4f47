import { defineConfig } from 'vitest/config';

/** Long comparisons with the original's recorded results; they need its data beside the repository. */
export default defineConfig({
  test: {
    include: ['test/parity/**/*.test.ts'],
    globalSetup: 'test/say-what-is-absent.ts',
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});

import { defineConfig } from 'vitest/config';

/** Slow tests that measure, or that run other tests: one file at a time, after all the others. */
export default defineConfig({
  test: {
    include: ['{src,test}/**/*.alone.test.ts'],
    globalSetup: 'test/say-what-is-absent.ts',
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});

import { defineConfig } from 'vitest/config';

/** `npm run test:sandbox`: the hostile corpus and the executor contract at every level (C only as root). */
export default defineConfig({
  test: {
    include: ['test/sandbox/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});

import { defineConfig } from 'vitest/config';

/** `npm run test:sandbox`: the hostile corpus at the levels below A, and the executor contract at each of them. */
export default defineConfig({
  test: {
    include: ['test/sandbox/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});

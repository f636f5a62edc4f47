import { defineConfig } from 'vitest/config';

/** `npm run test:fleet`: what can happen to a fleet, with real sandboxes and the locks of every day. Takes half an hour. */
export default defineConfig({
  test: {
    include: ['test/fleet/**/*.test.ts'],
    testTimeout: 900_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
  },
});

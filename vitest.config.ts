import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/parity/**', 'test/sandbox/**', 'test/fleet/**', '**/node_modules/**'],
    globalSetup: 'test/say-what-is-absent.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});

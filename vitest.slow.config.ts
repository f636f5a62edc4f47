import { defineConfig } from 'vitest/config';

/** What `npm run test:all` runs besides the tests of `npm test`. */
export default defineConfig({
  test: {
    include: ['{src,test}/**/*.slow.test.ts'],
    globalSetup: 'test/say-what-is-absent.ts',
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});

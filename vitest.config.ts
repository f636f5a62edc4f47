import { configDefaults, defineConfig } from 'vitest/config';

/** The tests of `npm test`. A file that takes more than ten seconds of processor time is named `*.slow.test.ts`. */
export default defineConfig({
  test: {
    include: ['{src,test,web/src}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.{slow,alone}.test.ts', 'test/fleet/**', 'test/parity/**'],
    globalSetup: 'test/say-what-is-absent.ts',
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});

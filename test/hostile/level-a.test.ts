import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalExecutor } from '../../src/executor/local/create-local-executor.ts';
import { bareEnvironment } from '../../src/executor/local/testing/bare-environment.ts';
import { loadCorpus } from './corpus.ts';
import { type CorpusRunner, createCorpusRunner } from './run-corpus.ts';

describe('hostile programs at level A', () => {
  let runner: CorpusRunner;

  beforeAll(async () => {
    runner = await createCorpusRunner(() =>
      createLocalExecutor({ environment: bareEnvironment(), level: 'A', parallel: 1 }),
    );
  });
  afterAll(() => runner[Symbol.asyncDispose]());

  for (const program of loadCorpus()) {
    it(`${program.name}: ${program.about}`, async () => {
      const { execution, honest, violations } = await runner.run(program);
      if (!program.isOpen)
        expect(program.expectedAt('A'), JSON.stringify(execution, null, 2)).toContain(execution.outcome);
      expect(honest, 'the honest program after it').toMatchObject({ outcome: 'pass', flags: [] });
      expect(violations).toEqual([]);
    });
  }
});

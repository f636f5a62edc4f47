import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalExecutor } from '../../src/executor/local/create-local-executor.ts';
import type { LocalLevel } from '../../src/executor/local/sandbox-command.ts';
import { bareEnvironment } from '../../src/executor/local/testing/bare-environment.ts';
import { type Group, loadCorpus } from './corpus.ts';
import { type CorpusRunner, createCorpusRunner } from './run-corpus.ts';

export interface DescribeOptions {
  readonly level: LocalLevel;
  /** All of them without this. */
  readonly groups?: readonly Group[];
  readonly onResult?: (name: string, outcome: string) => void;
}

/** One test per program of the corpus: its outcome, the honest program after it, the host after both. */
export function describeCorpus({ level, groups, onResult = () => {} }: DescribeOptions): void {
  describe(`hostile programs at level ${level}`, () => {
    let runner: CorpusRunner;

    beforeAll(async () => {
      runner = await createCorpusRunner(() =>
        createLocalExecutor({ environment: bareEnvironment(), level, parallel: 1 }),
      );
    });
    afterAll(() => runner?.[Symbol.asyncDispose]());

    for (const program of loadCorpus(groups)) {
      it(`${program.name}: ${program.about}`, async () => {
        const { execution, honest, violations } = await runner.run(program);
        const told = JSON.stringify(execution, null, 2);
        onResult(program.name, execution.outcome);
        if (!program.isOpen) expect(program.expectedAt(level), told).toContain(execution.outcome);
        expect(violations, told).toEqual([]);
        expect(honest, 'the honest program after it').toMatchObject({ outcome: 'pass', flags: [] });
      });
    }
  });
}

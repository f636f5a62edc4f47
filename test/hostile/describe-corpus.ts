import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalLevel } from '../../src/executor/level.ts';
import { createLocalExecutor } from '../../src/executor/local/create-local-executor.ts';
import { bareEnvironment } from '../../src/executor/local/testing/bare-environment.ts';
import { createSafetyScanner } from '../../src/safety/safety-scanner.ts';
import { type Group, loadCorpus } from './corpus.ts';
import { type CorpusRunner, createCorpusRunner } from './run-corpus.ts';

export interface DescribeOptions {
  readonly level: LocalLevel;
  /** All of them without this. */
  readonly groups?: readonly Group[];
  readonly onResult?: (name: string, outcome: string) => void;
}

/**
 * One test per program of the corpus: its outcome, the rules that speak about it, the host and the honest program
 * after it. A forgery that passes must be one that the safety scan names.
 */
export function describeCorpus({ level, groups, onResult = () => {} }: DescribeOptions): void {
  describe(`hostile programs at level ${level}`, () => {
    let runner: CorpusRunner;

    beforeAll(async () => {
      const { ruleIds: scan } = await createSafetyScanner();
      runner = await createCorpusRunner(() =>
        createLocalExecutor({ environment: bareEnvironment(), level, parallel: 1, scan }),
      );
    });
    afterAll(() => runner?.[Symbol.asyncDispose]());

    for (const program of loadCorpus(groups)) {
      it(`${program.name}: ${program.about}`, async () => {
        const { execution, honest, violations } = await runner.run(program);
        const told = JSON.stringify(execution, null, 2);
        onResult(program.name, execution.outcome);
        if (!program.isOpen) expect(program.expectedAt(level), told).toContain(execution.outcome);
        expect(execution.flags, told).toEqual(expect.arrayContaining([...program.flags]));
        if (program.group === 'forgery' && execution.outcome === 'pass') expect(program.flags).not.toEqual([]);
        expect(violations, told).toEqual([]);
        expect(honest, 'the honest program after it').toMatchObject({ outcome: 'pass' });
        expect(honest.flags.filter((flag) => flag.startsWith('integrity:'))).toEqual([]);
      });
    }
  });
}

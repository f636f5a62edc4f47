import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalLevel } from '../../src/executor/level.ts';
import { createLocalExecutor } from '../../src/executor/local/create-local-executor.ts';
import { bareEnvironment } from '../../src/executor/local/testing/bare-environment.ts';
import { createSafetyScanner } from '../../src/safety/safety-scanner.ts';
import type { PythonEnvironment } from '../../src/schema/python-environment.ts';
import { type Group, type HostileProgram, loadCorpus } from './corpus.ts';
import { type CorpusResult, type CorpusRunner, createCorpusRunner } from './run-corpus.ts';

export interface DescribeOptions {
  readonly level: LocalLevel;
  /** All of them without this. */
  readonly groups?: readonly Group[];
  /** One with libraries runs the programs that need some; without it, those that need none are run. */
  readonly environment?: PythonEnvironment;
  readonly onResult?: (name: string, outcome: string) => void;
}

/** Of all forgeries, the share that may pass, each with a flag. */
const mostPassing = 0.1;

/**
 * One test per program of the corpus: its outcome, the rules that speak about it, the host and the honest program
 * after it. Passes of forgeries and of honest programs are proven ones.
 */
export function describeCorpus({ level, groups, environment, onResult = () => {} }: DescribeOptions): void {
  const programs = loadCorpus(groups).filter(({ needs }) => needs.length > 0 === (environment !== undefined));
  describe(`hostile programs at level ${level}${environment ? ', with libraries' : ''}`, () => {
    const passed: string[] = [];
    let runner: CorpusRunner;

    beforeAll(async () => {
      const { ruleIds: scan } = await createSafetyScanner();
      runner = await createCorpusRunner(
        () => createLocalExecutor({ environment: environment ?? bareEnvironment(), level, parallel: 1, scan }),
        [...new Set(programs.flatMap(({ needs }) => needs))],
      );
    });
    afterAll(() => runner?.[Symbol.asyncDispose]());

    for (const program of programs) {
      it(`${program.name}: ${program.about}`, async () => {
        const result = await runner.run(program);
        const { outcome } = result.execution;
        onResult(program.name, outcome);
        if (program.group === 'forgery' && outcome === 'pass') passed.push(program.name);
        expectResult(program, result, level);
      });
    }

    it('lets few forgeries pass', () => {
      expect(passed.length, passed.join()).toBeLessThanOrEqual(mostPassing * programs.length);
    });
  });
}

function expectResult(program: HostileProgram, result: CorpusResult, level: LocalLevel): void {
  const { execution, honest, violations } = result;
  const told = JSON.stringify(execution, null, 2);
  if (!program.isOpen) expect(program.expectedAt(level), told).toContain(execution.outcome);
  expect(execution.flags, told).toEqual(expect.arrayContaining([...program.flags]));
  if (program.group === 'forgery' && execution.outcome === 'pass') expect(execution.flags, told).not.toEqual([]);
  if (program.group === 'honest') expect(noticedIn(execution), told).toEqual([]);
  expect(violations, told).toEqual([]);
  expect(honest, 'the honest program after it').toMatchObject({ outcome: 'pass' });
  expect(noticedIn(honest)).toEqual([]);
}

function noticedIn({ flags }: CorpusResult['execution']): string[] {
  return flags.filter((flag) => flag.startsWith('integrity:'));
}

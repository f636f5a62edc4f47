import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalLevel } from '../../src/executor/level.ts';
import { createLocalExecutor } from '../../src/executor/local/create-local-executor.ts';
import { bareEnvironment } from '../../src/executor/local/testing/bare-environment.ts';
import { createSafetyScanner } from '../../src/safety/safety-scanner.ts';
import { unprovenFlag } from '../../src/schema/proof.ts';
import type { PythonEnvironment } from '../../src/schema/python-environment.ts';
import { type Group, type HostileProgram, loadCorpus } from './corpus.ts';
import { type CorpusResult, type CorpusRunner, createCorpusRunner } from './run-corpus.ts';

export interface DescribeOptions {
  readonly level: LocalLevel;
  /** All of them without this. */
  readonly groups?: readonly Group[];
  /** One with libraries runs the programs that need some; without it, those that need none are run. */
  readonly environment?: PythonEnvironment;
  /** The interpreter that the others run in; default: one of this machine. */
  readonly python?: string;
  readonly onResult?: (name: string, outcome: string) => void;
}

/**
 * One test per program of the corpus: its outcome, the rules that speak about it, the host and the honest program
 * after it. No forgery may be proven, whatever its outcome.
 */
export function describeCorpus({ level, groups, environment, python, onResult = () => {} }: DescribeOptions): void {
  const programs = loadCorpus(groups).filter(({ needs }) => needs.length > 0 === (environment !== undefined));
  describe(`hostile programs at level ${level}${environment ? ', with libraries' : ''}`, () => {
    let runner: CorpusRunner;

    beforeAll(async () => {
      const { ruleIds: scan } = await createSafetyScanner();
      runner = await createCorpusRunner(
        () => createLocalExecutor({ environment: environment ?? bareEnvironment(python), level, parallel: 1, scan }),
        [...new Set(programs.flatMap(({ needs }) => needs))],
      );
    });
    afterAll(() => runner?.[Symbol.asyncDispose]());

    for (const program of programs) {
      it(`${program.name}: ${program.about}`, async () => {
        const result = await runner.run(program);
        const { outcome } = result.execution;
        onResult(program.name, result.execution.proof ? `${outcome}, ${result.execution.proof.state}` : outcome);
        expectResult(program, result, level);
      });
    }
  });
}

function expectResult(program: HostileProgram, result: CorpusResult, level: LocalLevel): void {
  const { execution, honest, violations } = result;
  const told = JSON.stringify(execution, null, 2);
  if (!program.isOpen) expect(program.expectedAt(level), told).toContain(execution.outcome);
  expect(execution.flags, told).toEqual(expect.arrayContaining([...program.flags]));
  const isForged = program.group === 'forgery' || program.group === 'separate';
  if (isForged && !program.isOpen && !program.mayPassAt(level)) expect(execution.proof?.state, told).not.toBe('proven');
  if (program.group === 'honest') expect(noticedIn(execution), told).toEqual([]);
  expect(violations, told).toEqual([]);
  expect(honest, 'the honest program after it').toMatchObject({ outcome: 'pass' });
  expect(noticedIn(honest)).toEqual([]);
}

function noticedIn({ flags }: CorpusResult['execution']): string[] {
  return flags.filter((flag) => flag.startsWith('integrity:') && flag !== unprovenFlag);
}

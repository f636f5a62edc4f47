import picocolors from 'picocolors';
import { expect, it } from 'vitest';
import { diagnose, type Examination } from '../../environment/diagnose.ts';
import { examineMachine } from '../../environment/examine-machine.ts';
import { loadTaskNeeds } from '../../environment/task-needs.ts';
import type { ExecutorSizing } from '../../schema/executor-sizing.ts';
import { renderDoctor } from './render-doctor.ts';

const machine = { ...(await examineMachine('/')), memoryMb: 16_000, cpuQuota: undefined, isMemoryLimited: false };
const needs = await loadTaskNeeds();

interface Circumstances {
  readonly isContainer?: boolean;
  readonly attempts?: readonly string[];
  readonly sizing?: ExecutorSizing;
  readonly limits?: Partial<Examination['machine']>;
}

function render(level: string, { isContainer = false, attempts = [], sizing, limits }: Circumstances = {}): string {
  const examination: Examination = {
    machine: { ...machine, isContainer, ...limits },
    needs,
    sandbox: { level, sizing, libraries: [], features: [] },
  };
  const findings = diagnose(examination);
  const report = {
    ...examination,
    attempts,
    keys: {},
    endpoints: {},
    caches: { executions: { files: 3, bytes: 5e6 } },
    findings,
  };
  return renderDoctor(report, { colors: picocolors.createColors(false), isVerbose: false });
}

it('says what runs at once and what limits memory', () => {
  const processes = { stdlib: 1, science: 1 };
  const sizing = { parallel: 2, processes, isMemoryShort: false, mostMemoryMb: 12_800, memoryGroup: 2 } as const;
  expect(render('namespaces', { sizing })).toMatch(
    /2 programs at a time, more while some are idle; warm processes: 1 stdlib, 1 science \(limited by the number of cores\)\n +memory per program: at most 12\.8 GB here, limited by control groups \(version 2\)/,
  );
  const small = { ...sizing, isMemoryShort: true, memoryGroup: undefined };
  expect(render('namespaces', { sizing: small })).toMatch(
    /quarter of the memory\)\n +memory per program: at most 12\.8 GB here, checked/,
  );
});

it('says what a container grants', () => {
  expect(render('namespaces')).toMatch(/\d cores?, 16\.0 GB memory\n/);
  const limits = { cores: 64, cpuQuota: 0.5, memoryMb: 2147, isMemoryLimited: true };
  expect(render('namespaces', { limits })).toContain(
    '64 cores (0.5 granted by a CPU quota), 2.1 GB memory (limited by a control group)\n',
  );
});

it('says what the cache holds', () => {
  expect(render('namespaces')).toContain('executions 5 MB in 3 files');
});

it('ticks a strong sandbox only', () => {
  expect(render('namespaces')).toMatch(/^✓ {2}sandbox {6}.*namespaces/m);
  expect(render('landlock')).toMatch(/^! {2}sandbox {6}.*landlock/m);
  expect(render('landlock')).toMatch(
    /`landlock`\): .*\/dev\/shm fail\.\n {4}install bubblewrap: `sudo apt-get install bubblewrap`/,
  );
});

it('says why a stronger sandbox was refused, and what to do about it in a container', () => {
  const attempts = ['bwrap:', 'level namespaces does not hold: bwrap: Operation not permitted'];
  const shown = render('landlock', { isContainer: true, attempts });
  expect(shown).toMatch(/level landlock\n +level namespaces does not hold: bwrap: Operation not permitted\n/);
  expect(shown).toContain('start the container with the options in docker/README.md');
  expect(shown).not.toContain('apt-get');
  expect(render('namespaces', { attempts })).not.toContain('does not hold');
});

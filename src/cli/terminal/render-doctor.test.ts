import picocolors from 'picocolors';
import { expect, it } from 'vitest';
import { diagnose, type Examination } from '../../environment/diagnose.ts';
import { examineMachine } from '../../environment/examine-machine.ts';
import { loadTaskNeeds } from '../../environment/task-needs.ts';
import type { ExecutorSizing } from '../../schema/executor-sizing.ts';
import { renderDoctor } from './render-doctor.ts';

const machine = { ...(await examineMachine('/')), memoryMb: 16_000 };
const needs = await loadTaskNeeds();

interface Circumstances {
  readonly isContainer?: boolean;
  readonly attempts?: readonly string[];
  readonly sizing?: ExecutorSizing;
}

function render(level: string, { isContainer = false, attempts = [], sizing }: Circumstances = {}): string {
  const examination: Examination = {
    machine: { ...machine, isContainer },
    needs,
    sandbox: { level, sizing, libraries: [], features: [] },
  };
  const findings = diagnose(examination);
  const report = { ...examination, attempts, keys: {}, endpoints: {}, findings };
  return renderDoctor(report, { colors: picocolors.createColors(false), isVerbose: false });
}

it('says what runs at once and what limits memory', () => {
  const sizing = { parallel: 2, processes: { stdlib: 1, science: 1 }, isMemoryShort: false, memoryGroup: 2 } as const;
  expect(render('namespaces', { sizing })).toMatch(
    /2 programs at once, more while some sleep; warm processes: 1 stdlib, 1 science, as many as the cores keep busy\n +memory of a program: limited by control groups \(version 2\)/,
  );
  const small = { ...sizing, isMemoryShort: true, memoryGroup: undefined };
  expect(render('namespaces', { sizing: small })).toMatch(
    /quarter of the memory holds\n +memory of a program: looked at/,
  );
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

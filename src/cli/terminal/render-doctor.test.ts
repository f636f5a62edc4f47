import picocolors from 'picocolors';
import { expect, it } from 'vitest';
import { diagnose, type Examination } from '../../environment/diagnose.ts';
import { examineMachine } from '../../environment/examine-machine.ts';
import { loadTaskNeeds } from '../../environment/task-needs.ts';
import { renderDoctor } from './render-doctor.ts';

const machine = { ...(await examineMachine('/')), memoryMb: 16_000 };
const needs = await loadTaskNeeds();

interface Circumstances {
  readonly isContainer?: boolean;
  readonly attempts?: readonly string[];
}

function render(level: string, { isContainer = false, attempts = [] }: Circumstances = {}): string {
  const examination: Examination = {
    machine: { ...machine, isContainer },
    needs,
    sandbox: { level, libraries: [], features: [] },
  };
  const findings = diagnose(examination);
  const report = { ...examination, attempts, keys: {}, endpoints: {}, findings };
  return renderDoctor(report, { colors: picocolors.createColors(false), isVerbose: false });
}

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

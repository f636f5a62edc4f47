import { basename, dirname } from 'node:path';
import { worldOf } from '../schema/python-environment.ts';
import { findRunsLike } from '../store/manifest.ts';
import { type RunLog, readRun } from '../store/run-log.ts';

/** What the same answers did in another world, where they were judged there too. */
export async function describeOtherWorld(log: RunLog): Promise<string[]> {
  const out = dirname(dirname(log.path));
  const runs = await findRunsLike(out, log.manifest.identity);
  const twins = runs.filter(({ differences }) =>
    differences.every(({ field }) => field === 'world' || field === 'tasks'),
  );
  const [twin] = twins.filter(({ differences }) => differences.some(({ field }) => field === 'world'));
  if (!twin) return [];
  const other = await readRun(twin.path);
  const failures = log.state.judged.filter(({ verdict }) => verdict.status !== 'pass');
  const passing = failures.filter((sample) => {
    const there = other.state.find(sample);
    return there?.programHash === sample.programHash && there?.verdict?.status === 'pass';
  });
  const world = worldOf(other.record.conditions.fingerprint) ?? 'full';
  const more = `bcb compare --worlds ${log.id} ${other.id} --out ${basename(out)}`;
  return [`${passing.length} of ${failures.length} failures pass in the world ${world}: \`${more}\`.`];
}

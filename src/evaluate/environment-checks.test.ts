import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Executor } from '../executor/executor.ts';
import { type Execution, emptyExecution } from '../schema/execution.ts';
import type { LogEvent } from '../schema/log-event.ts';
import { createMemoryCache } from '../store/content-cache.ts';
import type { RunWriter } from '../store/run-writer.ts';
import { events, nameOf } from '../store/testing/example-events.ts';
import { openExampleRun } from '../store/testing/example-run.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { createScriptedExecutor } from '../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { createEnvironmentChecks } from './environment-checks.ts';

const passed: Execution = { ...emptyExecution(), id: 'x', outcome: 'pass', status: 'pass' };
const blind = createScriptedExecutor(() => ({}));
const withVerify = (verify: NonNullable<Executor['verify']>): Executor => ({ ...blind, verify });
const changed = () => new BigCodeBenchError('UNTRUSTED_ENVIRONMENT', 'pandas is gone');

async function linesOf(log: RunWriter): Promise<LogEvent[]> {
  const text = await readFile(log.journalPath, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const checksIn = async (log: RunWriter) =>
  (await linesOf(log)).filter(({ type }) => type.startsWith('environment-')).map(({ type }) => type);

describe('environment checks', () => {
  it('record a good check, and what was found before it counts', async () => {
    await using out = await createTemporaryFolder();
    await using log = await openExampleRun(out.path);
    const checks = await createEnvironmentChecks({ executor: withVerify(async () => {}), caches: {}, log });
    await log.append(events.verdict('T/1#0', 'right'));
    expect(log.state.doubtfulSince).toBeDefined();
    await checks.check();
    expect(await checksIn(log)).toEqual(['environment-checked']);
    expect(log.state.doubtfulSince).toBeUndefined();
  });

  it('record nothing of an executor that cannot check', async () => {
    await using out = await createTemporaryFolder();
    await using log = await openExampleRun(out.path, { events: [events.verdict('T/1#0', 'right')] });
    const executions = createMemoryCache<Execution>();
    const checks = await createEnvironmentChecks({ executor: blind, caches: { executions }, log });
    await checks.caches.executions?.put('key', passed);
    await checks.check();
    expect(await checksIn(log)).toEqual([]);
    expect(log.state.doubtfulSince).toBeDefined();
    // There is nothing to wait for.
    expect(await executions.get('key')).toEqual(passed);
  });

  it('say nothing of what is found while a check runs: it belongs to the next one', async () => {
    await using out = await createTemporaryFolder();
    await using log = await openExampleRun(out.path);
    const executions = createMemoryCache<Execution>();
    let size = 0;
    let isGood = true;
    const executor = withVerify(async () => {
      if (!isGood) throw changed();
      size = await log.size();
      await log.append(events.verdict('T/2#0', 'during'));
      await checks.caches.executions?.put('during', passed);
    });
    const checks = await createEnvironmentChecks({ executor, caches: { executions }, log });
    await log.append(events.verdict('T/1#0', 'before'));
    await checks.caches.executions?.put('before', passed);
    await checks.check();
    const checked = (await linesOf(log)).find(({ type }) => type === 'environment-checked');
    expect(checked).toMatchObject({ until: size });
    expect([await executions.get('before'), await executions.get('during')]).toEqual([passed, undefined]);
    expect(log.state.doubtfulSince).toBeDefined();
    isGood = false;
    await expect(checks.check()).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
    expect(log.state.judged.map(nameOf)).toEqual(['T/1#0']);
    expect(await executions.get('during')).toBeUndefined();
  });

  it('void everything since the last good one where the environment has changed', async () => {
    await using out = await createTemporaryFolder();
    await using log = await openExampleRun(out.path);
    const executions = createMemoryCache<Execution>();
    const outcomes = [undefined, changed()];
    const executor = withVerify(async () => {
      const error = outcomes.shift();
      if (error) throw error;
    });
    const checks = await createEnvironmentChecks({ executor, caches: { executions }, log });
    await log.append(events.verdict('T/1#0', 'right'));
    await checks.check();
    await log.append(events.verdict('T/2#0', 'right'));
    await checks.caches.executions?.put('key', passed);
    await expect(checks.check()).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
    expect(await checksIn(log)).toEqual(['environment-checked', 'environment-changed']);
    expect(log.state.judged.map(nameOf)).toEqual(['T/1#0']);
    expect(await checks.caches.executions?.get('key')).toBeUndefined();
  });

  it('begin with what an earlier process left unchecked, and with when it was last good', async () => {
    await using out = await createTemporaryFolder();
    await using log = await openExampleRun(out.path, { events: [events.verdict('T/1#0', 'right')] });
    const since: (Date | undefined)[] = [];
    const executor = withVerify(async (date) => void since.push(date));
    await createEnvironmentChecks({ executor, caches: {}, log });
    expect(since).toEqual([new Date(log.state.startedAt ?? '')]);
    await createEnvironmentChecks({ executor, caches: {}, log });
    expect(since).toHaveLength(1);
  });

  it('are due two minutes after the last one', async () => {
    await using out = await createTemporaryFolder();
    await using log = await openExampleRun(out.path);
    const clock = new ManualClock(1_000_000);
    let times = 0;
    const executor = withVerify(async () => void times++);
    const checks = await createEnvironmentChecks({ executor, caches: {}, log, clock });
    clock.advance(119_999);
    await checks.checkIfDue();
    expect(times).toBe(0);
    clock.advance(1);
    await checks.checkIfDue();
    await checks.checkIfDue();
    expect(times).toBe(1);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createScriptedExecutor } from '../../executor/scripted-executor.ts';
import { describeExecutorContract } from '../../executor/testing/executor-contract.ts';
import { createSafetyScanner } from '../../safety/safety-scanner.ts';
import type { Job } from '../../schema/job.ts';
import { defaultLimits } from '../../schema/limits.ts';
import { collect } from '../../util/collect.ts';
import { withSafety } from './with-safety.ts';

const job = (id: string, code: string): Job => ({ id, code, test: '', limits: defaultLimits, libs: [] });
const harmless = job('harmless', 'x = 1');
const reading = job('reading', 'import os\nos.getenv("HOME")');
const leaving = job('leaving', 'import os\nos._exit(0)');

function guard(policy: 'report' | 'block' | 'neutralize') {
  const seen: Job[] = [];
  const executor = createScriptedExecutor((given) => {
    seen.push(given);
    return { flags: ['from-below'] };
  });
  return { seen, executor: withSafety(executor, { policy, loadScanner: createSafetyScanner }) };
}

describeExecutorContract({
  name: 'scripted, with safety',
  create: async () => {
    const executor = createScriptedExecutor(async (given, signal) => {
      if (given.id.startsWith('sleeper')) await sleep(15_000, undefined, { signal });
      if (given.id.startsWith('broken')) return { outcome: 'error', reason: 'SyntaxError: invalid syntax' };
      return given.id.startsWith('wrong') ? { outcome: 'fail' } : {};
    });
    return withSafety(executor, { policy: 'block', loadScanner: createSafetyScanner });
  },
});

describe('withSafety', () => {
  it('report: runs everything as it is and adds the rules to the flags', async () => {
    const { executor, seen } = guard('report');
    const executions = await collect(executor.execute([harmless, reading, leaving]));
    expect(seen).toEqual([harmless, reading, leaving]);
    expect(new Map(executions.map(({ id, flags }) => [id, flags]))).toEqual(
      new Map([
        ['harmless', ['from-below']],
        ['reading', ['environment-read', 'from-below']],
        ['leaving', ['hard-exit', 'from-below']],
      ]),
    );
    expect(executor.info.fingerprint).toBe('scripted');
  });

  it('block: does not run what is severe, and says why', async () => {
    const { executor, seen } = guard('block');
    const executions = await collect(executor.execute([leaving, reading]));
    expect(seen).toEqual([reading]);
    expect(executions.find(({ id }) => id === 'leaving')).toMatchObject({
      outcome: 'blocked',
      status: 'fail',
      reason: 'safety: hard-exit in line 2',
      flags: ['hard-exit'],
    });
    expect(executor.info.fingerprint).toBe('scripted+block');
  });

  it('block: answers at once, also where the next job is only given after it', async () => {
    const { executor } = guard('block');
    let answered = () => {};
    const first = new Promise<void>((resolve) => {
      answered = resolve;
    });
    async function* oneByOne() {
      yield leaving;
      await first;
      yield harmless;
    }
    const ids: string[] = [];
    for await (const { id } of executor.execute(oneByOne())) {
      ids.push(id);
      answered();
    }
    expect(ids).toEqual(['leaving', 'harmless']);
  });

  it('neutralize: runs other code', async () => {
    const { executor, seen } = guard('neutralize');
    await collect(executor.execute([leaving, reading]));
    expect(seen.map(({ code }) => code)).toEqual([expect.stringContaining('PermissionError'), reading.code]);
    expect(executor.info.fingerprint).toBe('scripted+neutralize');
  });
});

import type { ExecuteOptions, Executor } from '../../executor/executor.ts';
import type { SafetyScanner } from '../../safety/safety-scanner.ts';
import type { SafetyPolicy } from '../../schema/evaluation-rules.ts';
import { type Execution, emptyExecution, upstreamStatusOf } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';

export interface SafetyOptions {
  readonly policy: SafetyPolicy;
  /** Called when the first job comes. */
  readonly loadScanner: () => Promise<SafetyScanner>;
}

/**
 * An executor that looks at each program first. The rules it breaks go to the execution's `flags`; by policy it is run
 * as it is, run with the dangerous places replaced, or not at all (outcome `blocked`). A policy that can change a verdict
 * is part of the fingerprint, so that no execution under another policy is taken for this one.
 */
export function withSafety(executor: Executor, { policy, loadScanner }: SafetyOptions): Executor {
  const { info } = executor;
  return {
    info: policy === 'report' ? info : { ...info, fingerprint: `${info.fingerprint}+${policy}` },
    capacity: executor.capacity,
    execute: (jobs, options) => guard({ executor, policy, loadScanner, jobs, options }),
    close: () => executor.close(),
    [Symbol.asyncDispose]: () => executor.close(),
  };
}

interface GuardInput extends SafetyOptions {
  readonly executor: Executor;
  readonly jobs: Iterable<Job> | AsyncIterable<Job>;
  readonly options: ExecuteOptions | undefined;
}

async function* guard({ executor, policy, loadScanner, jobs, options }: GuardInput): AsyncGenerator<Execution> {
  const scanner = await loadScanner();
  const stop = new AbortController();
  const signal = options?.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const flagged = new Map<string, readonly string[]>();
  const blocked: Execution[] = [];
  let wake = () => {};
  let woken = new Promise<undefined>(() => {});
  const sleep = () => {
    woken = new Promise((resolve) => {
      wake = () => resolve(undefined);
    });
  };
  sleep();
  async function* admit(): AsyncGenerator<Job> {
    for await (const job of jobs) {
      const decision = scanner.apply(job.code, { policy });
      const flags = [...new Set(decision.findings.map(({ ruleId }) => ruleId))].sort();
      if (decision.action === 'block') {
        blocked.push(describeBlocked(job, decision.reason, flags));
        wake();
      } else {
        if (flags.length > 0) flagged.set(job.id, flags);
        yield decision.code === job.code ? job : { ...job, code: decision.code };
      }
    }
  }
  const executions = executor.execute(admit(), { signal })[Symbol.asyncIterator]();
  const pull = () => {
    const result = executions.next();
    // It is awaited later; until then a failure of it is nobody's yet.
    result.catch(() => undefined);
    return result;
  };
  let next = pull();
  try {
    for (;;) {
      yield* blocked.splice(0);
      // A blocked job has no execution below to wait for: whoever gave it may wait for it before giving the next.
      const result = await Promise.race([next, woken]);
      sleep();
      if (result === undefined) continue;
      if (result.done) break;
      const { value } = result;
      const flags = flagged.get(value.id) ?? [];
      flagged.delete(value.id);
      yield flags.length === 0 ? value : { ...value, flags: [...flags, ...value.flags] };
      next = pull();
    }
    yield* blocked.splice(0);
  } finally {
    stop.abort(new DOMException('The consumer of the executions left.', 'AbortError'));
    await next.catch(() => undefined);
    await executions.return?.();
  }
}

function describeBlocked(job: Job, reason: string, flags: readonly string[]): Execution {
  return {
    ...emptyExecution(),
    id: job.id,
    outcome: 'blocked',
    reason: `safety: ${reason}`,
    status: upstreamStatusOf.blocked,
    flags: [...flags],
  };
}

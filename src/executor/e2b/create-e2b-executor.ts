import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Executor } from '../executor.ts';
import { type CrewExecutorOptions, createCrewExecutor } from '../worker/create-crew-executor.ts';
import { WorkerFault } from '../worker/worker-fault.ts';
import { describeRate, hourlyCost, type SandboxSize, templateSize } from './e2b-cost.ts';
import { explainE2bError } from './e2b-fault.ts';
import { createE2bPlace } from './e2b-place.ts';
import { type E2bConnection, type E2bSdk, loadE2bSdk } from './e2b-sdk.ts';
import { SandboxFleet, type SandboxFleetOptions, type SandboxOwner } from './sandbox-fleet.ts';

/** The name that the original gives its template, and `bcb e2b build` ours. */
export const defaultTemplate = 'bigcodebench_evaluator';

export interface E2bExecutorOptions
  extends Pick<CrewExecutorOptions, 'libs' | 'onLog' | 'signal' | 'timing'>,
    Pick<SandboxFleetOptions, 'lifetimeMs' | 'createIntervalMs'> {
  readonly connection: E2bConnection;
  /** Without it nothing that an earlier process left behind is looked for. */
  readonly owner?: SandboxOwner | undefined;
  readonly template?: string | undefined;
  /** Sandboxes at once. Fewer are used where the account allows no more. */
  readonly sandboxes?: number | undefined;
  /** Told what it costs, and when sandboxes go and come back. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
  readonly sdk?: E2bSdk | undefined;
}

const anonymous: SandboxOwner = { name: 'anonymous', isGone: async () => false };

/**
 * Runs jobs in E2B sandboxes, each with a worker of ours. Sandboxes have no network, live minutes unless they are
 * renewed, and are ended in every case: with the executor, when their worker dies, and at the next start those of a
 * process that was killed.
 */
export async function createE2bExecutor(options: E2bExecutorOptions): Promise<Executor> {
  const {
    connection,
    owner = anonymous,
    template = defaultTemplate,
    sandboxes = 4,
    onNotice = () => {},
    signal,
  } = options;
  const sdk = options.sdk ?? (await loadE2bSdk());
  const { lifetimeMs, createIntervalMs } = options;
  const fleet = new SandboxFleet({ sdk, connection, template, owner, lifetimeMs, createIntervalMs, onNotice });
  let size: SandboxSize = templateSize;
  const onSize = (found: SandboxSize) => {
    size = found;
  };
  const places = Array.from({ length: sandboxes }, (_, index) =>
    createE2bPlace({ name: `E2B sandbox ${index + 1}`, fleet, ...(index === 0 ? { onSize } : {}) }),
  );
  try {
    const reaped = await fleet.reap();
    if (reaped > 0) onNotice(`${reaped} E2B sandboxes that an earlier run left behind were ended.`);
    const executor = await createCrewExecutor({
      ...options,
      name: 'e2b',
      places,
      allowFewer: true,
      address: `${template} at ${connection.apiUrl ?? connection.domain ?? 'e2b.app'}`,
      onNotice,
    });
    onNotice(`${describeRate(fleet.usage.created, size)}.`);
    let closing: Promise<void> | undefined;
    const closeAll = async () => {
      await executor.close();
      await fleet.close();
      onNotice(describeUsage(fleet, size));
    };
    const close = () => {
      closing ??= closeAll();
      return closing;
    };
    return { ...executor, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await fleet.close();
    signal?.throwIfAborted();
    if (error instanceof BigCodeBenchError) throw error;
    const cause = error instanceof WorkerFault && error.cause !== undefined ? error.cause : error;
    throw await explainE2bError(cause, { sdk, connection, template });
  }
}

function describeUsage({ usage }: SandboxFleet, size: SandboxSize): string {
  const { created, killed, sandboxMs } = usage;
  const hours = sandboxMs / 3_600_000;
  const dollars = (hours * hourlyCost(size)).toFixed(2);
  const what = `${created} E2B ${created === 1 ? 'sandbox was' : 'sandboxes were'} started, ${killed} ended`;
  return `${what}; ${created === 1 ? 'it' : 'they'} ran ${(hours * 60).toFixed(1)} minutes in all: about $${dollars} at list price.`;
}

import type { CommandHandle } from 'e2b';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { createDeferred } from '../../util/deferred.ts';
import { messageOf } from '../../util/system-error.ts';
import type { Executor } from '../executor.ts';
import { createWorkersExecutor, type WorkersExecutorOptions } from '../worker/create-workers-executor.ts';
import { addLastWords, type JobChannel, WorkerFault, type WorkerLauncher } from '../worker/remote-worker.ts';
import {
  defaultTemplate,
  describeRate,
  type E2bClient,
  type E2bConnection,
  hourlyCost,
  openE2bClient,
} from './e2b-client.ts';
import { type LivingSandbox, SandboxFleet, type SandboxFleetOptions } from './sandbox-fleet.ts';

/** Which E2B template to use, and how many sandboxes of it. */
export interface E2bExecutorOptions
  extends Pick<WorkersExecutorOptions, 'libs' | 'onLog' | 'signal' | 'timing'>,
    Pick<SandboxFleetOptions, 'owner' | 'lifetimeMs' | 'createIntervalMs'> {
  readonly connection: E2bConnection;
  readonly template?: string | undefined;
  /** Sandboxes at once. Fewer are used where the account allows no more. */
  readonly sandboxes: number;
  /** Told what it costs, and when sandboxes go and come back. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
}

/**
 * Runs jobs in E2B sandboxes, each with a worker of ours. Sandboxes have no network, live minutes unless they are
 * renewed, and are ended in every case: with the executor, when their worker dies, and at the next start those of a
 * process that was killed.
 */
export async function createE2bExecutor(options: E2bExecutorOptions): Promise<Executor> {
  const { connection, template = defaultTemplate, sandboxes, onNotice = () => {}, signal } = options;
  const client = await openE2bClient(connection);
  const fleet = new SandboxFleet({ ...options, client, template, onNotice });
  const names = Array.from({ length: sandboxes }, (_, index) => `E2B sandbox ${index + 1}`);
  try {
    const reaped = await fleet.reap();
    if (reaped > 0) onNotice(`${reaped} E2B sandboxes that an earlier run left behind were ended.`);
    const executor = await createWorkersExecutor({
      ...options,
      name: 'e2b',
      allowFewer: true,
      onNotice,
      launchers: names.map((each) => createE2bLauncher(each, fleet)),
      address: `${template} at ${connection.apiUrl ?? connection.domain ?? 'e2b.app'}`,
      onClosed: async () => {
        await fleet.close();
        onNotice(describeUsage(fleet));
      },
    });
    onNotice(`${describeRate(fleet.usage.created, fleet.size)}.`);
    return executor;
  } catch (error) {
    await fleet.close();
    signal?.throwIfAborted();
    if (error instanceof BigCodeBenchError) throw error;
    const cause = error instanceof WorkerFault && error.cause !== undefined ? error.cause : error;
    throw await explainE2bError(cause, client, template);
  }
}

function describeUsage({ usage: { created, killed, sandboxMs }, size }: SandboxFleet): string {
  const hours = sandboxMs / 3_600_000;
  const dollars = (hours * hourlyCost(size)).toFixed(2);
  const what = `${created} E2B ${created === 1 ? 'sandbox was' : 'sandboxes were'} started, ${killed} ended`;
  return `${what}; ${created === 1 ? 'it' : 'they'} ran ${(hours * 60).toFixed(1)} minutes in all: about $${dollars} at list price.`;
}

async function explainE2bError(cause: unknown, { Template, connection }: E2bClient, template: string) {
  const reason = messageOf(cause);
  if (cause instanceof Error && cause.name === 'AuthenticationError') {
    return new BigCodeBenchError('USAGE', `E2B refused the key in E2B_API_KEY (${reason}).`, { cause });
  }
  // The package does not say by its class that a template is missing.
  if (!(await Template.exists(template, connection).catch(() => true))) {
    const fix = 'run `bcb e2b build`, or name another with --execution e2b:TEMPLATE';
    return new BigCodeBenchError('USAGE', `E2B has no template ${template}: ${fix}.`, { cause });
  }
  const message = `E2B cannot be used (${reason}): try later, or use --execution local.`;
  return new BigCodeBenchError('NETWORK', message, { cause, isRetryable: true });
}

const workerCommand = 'bigcodebench worker --stdio';
const closeGraceMs = 10_000;
/** The package keeps all that a command ever prints: past this a new sandbox is taken. */
const maxOutput = 256 * 1024 * 1024;
const keptCharacters = 2_000;

/** A worker in an E2B sandbox of its own; each time one is opened, in a new sandbox. */
function createE2bLauncher(name: string, fleet: SandboxFleet): WorkerLauncher {
  return {
    name,
    launch: async (onText, signal) => {
      let living: LivingSandbox | undefined;
      let said = '';
      let output = 0;
      try {
        living = await fleet.create(signal);
        const { sandbox, kill } = living;
        const command = await sandbox.commands.run(workerCommand, {
          background: true,
          stdin: true,
          timeoutMs: 0,
          onStdout: (text) => {
            output += text.length;
            if (output > maxOutput) void kill();
            else onText(text);
          },
          onStderr: (text) => {
            said = (said + text).slice(-keptCharacters);
          },
        });
        fleet.size ??= await sandbox.getInfo();
        return createChannel(living, command, () => said);
      } catch (error) {
        await living?.kill();
        signal.throwIfAborted();
        throw new WorkerFault(`${name}: ${messageOf(error)}`, { cause: error });
      }
    },
  };
}

function createChannel({ kill }: LivingSandbox, command: CommandHandle, lastWords: () => string): JobChannel {
  const { promise: killed, resolve: tellKilled } = createDeferred<string>();
  const finished = command.wait().then(() => 'ended', messageOf);
  // Whatever ends the worker ends its sandbox.
  const ended = Promise.race([finished, killed]).then(async (how) => {
    await kill();
    return addLastWords(how, lastWords());
  });
  let waiting = '';
  let sending: Promise<void> | undefined;
  const flush = async () => {
    while (waiting !== '') {
      const text = waiting;
      waiting = '';
      await command.sendStdin(text);
    }
  };
  const send = (text: string) => {
    waiting += text;
    sending ??= flush()
      .catch((error: unknown) => tellKilled(`cannot be written to (${String(error)})`))
      .finally(() => {
        sending = undefined;
      });
  };
  return {
    send,
    ended,
    kill: () => tellKilled('was ended'),
    close: async () => {
      using _timer = setTimeout(() => tellKilled('was ended'), closeGraceMs);
      await sending;
      await command.closeStdin().catch(() => tellKilled('was ended'));
      await ended;
    },
  };
}

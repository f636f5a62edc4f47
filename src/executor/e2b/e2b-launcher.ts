import type { CommandHandle } from 'e2b';
import { createDeferred } from '../../util/deferred.ts';
import { addLastWords, type JobChannel, WorkerFault, type WorkerLauncher } from '../worker/worker-launcher.ts';
import type { LivingSandbox, SandboxFleet } from './sandbox-fleet.ts';

const workerCommand = 'bigcodebench worker --stdio';
const closeGraceMs = 10_000;
/** The package keeps all that a command ever prints: past this a new sandbox is taken. */
const maxOutput = 256 * 1024 * 1024;
const keptCharacters = 2_000;

/** A worker in an E2B sandbox of its own; each time one is opened, in a new sandbox. */
export function createE2bLauncher(name: string, fleet: SandboxFleet): WorkerLauncher {
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
        if (fleet.size === undefined) {
          const { cpuCount, memoryMB } = await sandbox.getInfo();
          fleet.size = { cpuCount, memoryMb: memoryMB };
        }
        return createChannel(living, command, () => said);
      } catch (error) {
        await living?.kill();
        signal.throwIfAborted();
        throw new WorkerFault(`${name}: ${describe(error)}`, { cause: error });
      }
    },
  };
}

function createChannel({ kill }: LivingSandbox, command: CommandHandle, lastWords: () => string): JobChannel {
  const { promise: killed, resolve: tellKilled } = createDeferred<string>();
  const finished = command.wait().then(() => 'ended', describe);
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

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { type FleetStatus, readFleetStatus } from '../../executor/queue/fleet-status.ts';
import { parseStore } from '../../executor/queue/store.ts';
import { renderTable } from '../../report/text-table.ts';
import type { Command, CommandContext } from '../command.ts';
import { runSubcommand } from './run-subcommand.ts';

export const fleetCommand: Command = {
  name: 'fleet',
  arguments: [{ usage: 'status', summary: 'Show workers, slots, waiting and failed jobs; live on a terminal' }],
  examples: ['bcb fleet status --queue redis://10.0.0.5:6379', 'bcb fleet status --queue redis://10.0.0.5:6379 --json'],
  run: (context) => runSubcommand('fleet', { status: runStatus }, context),
};

const refreshMs = 2000;

async function runStatus(context: CommandContext): Promise<number> {
  const { options, stdout, signal } = context;
  if (options.queue === undefined) {
    throw new BigCodeBenchError('USAGE', 'fleet needs a queue: --queue redis://HOST:PORT.');
  }
  const store = parseStore(options.queue);
  if (options.json) {
    stdout.write(`${JSON.stringify(await readFleetStatus(store), null, 2)}\n`);
    return 0;
  }
  for (let before: FleetStatus | undefined; ; ) {
    const status = await readFleetStatus(store);
    if (stdout.isTTY) stdout.write('\u001b[H\u001b[2J');
    stdout.write(renderFleet(status, before));
    if (!stdout.isTTY) return 0;
    before = status;
    await sleep(refreshMs, undefined, { signal });
  }
}

/** Given an earlier status, also shows how fast each worker is. */
export function renderFleet({ address, queues }: FleetStatus, before?: FleetStatus): string {
  if (queues.length === 0) return `No workers at ${address}.\n`;
  const earlier = new Map(before?.queues.flatMap(({ workers }) => workers).map((worker) => [worker.id, worker]));
  return queues
    .map(({ name, workers, slots, waiting, active, failed, suspect, oldestMs }) => {
      const head = `${name}: ${workers.length} workers, ${slots} slots; ${waiting} waiting, ${active} running, ${failed} failed`;
      const suspects = suspect > 0 ? `, ${suspect} suspected of killing workers` : '';
      const oldest = oldestMs === undefined ? '' : `, the oldest for ${Math.round(oldestMs / 1000)} s`;
      const rows = workers.map((worker) => {
        const last = earlier.get(worker.id);
        const seconds = last ? (worker.seenAt - last.seenAt) / 1000 : 0;
        const rate = last && seconds > 0 ? `${((worker.done - last.done) / seconds).toFixed(1)}/s` : '';
        return [worker.host, String(worker.pid), String(worker.slots), worker.level, String(worker.done), rate];
      });
      const table = renderTable([['host', 'pid', 'slots', 'isolation', 'done', 'rate'], ...rows]);
      return `${head}${oldest}${suspects}\n${table}`;
    })
    .join('\n');
}

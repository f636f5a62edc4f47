import { setTimeout as sleep } from 'node:timers/promises';
import { usageError } from '../../error/bigcodebench-error.ts';
import { type FleetStatus, readFleetStatus } from '../../executor/queue/fleet-status.ts';
import type { WorkerFacts } from '../../executor/queue/messages.ts';
import { parseStore } from '../../executor/queue/store.ts';
import { renderTable } from '../../report/text-table.ts';
import { countOf } from '../../util/count-of.ts';
import { type Command, type CommandContext, runSubcommand } from '../command.ts';

export const fleetCommand: Command = (context) => runSubcommand('fleet', { status: runStatus }, context);

const refreshMs = 2000;

async function runStatus(context: CommandContext): Promise<number> {
  const { options, stdout, signal } = context;
  if (options.queue === undefined) throw usageError('fleet needs a queue: --queue redis://HOST:PORT.');
  const store = parseStore(options.queue);
  const isLive = stdout.isTTY && !options.json;
  for (const rates = new WorkerRates(); ; ) {
    const status = await readFleetStatus(store);
    rates.take(status);
    if (isLive) stdout.write('\u001b[H\u001b[2J');
    context.print(status, renderFleet(status, rates));
    if (!isLive) return 0;
    await sleep(refreshMs, undefined, { signal });
  }
}

/** How fast each worker is, from the reports it sends every few seconds. */
export class WorkerRates {
  readonly #seen = new Map<string, { readonly last: WorkerFacts; readonly rate: number | undefined }>();

  take({ queues }: FleetStatus): void {
    for (const worker of queues.flatMap(({ workers }) => workers)) {
      const { last } = this.#seen.get(worker.id) ?? {};
      if (last?.seenAt === worker.seenAt) continue;
      const rate = last && (worker.done - last.done) / ((worker.seenAt - last.seenAt) / 1000);
      this.#seen.set(worker.id, { last: worker, rate });
    }
  }

  /** Jobs a second; undefined before its second report. */
  of = (id: string) => this.#seen.get(id)?.rate;
}

export function renderFleet({ address, queues }: FleetStatus, rates = new WorkerRates()): string {
  if (queues.length === 0) return `No workers at ${address}.\n`;
  return queues
    .map(({ name, workers, slots, waiting, active, failed, suspect, oldestMs }) => {
      const known = workers.flatMap(({ id }) => rates.of(id) ?? []);
      const size =
        workers.length === 0 ? 'no workers' : `${countOf(workers.length, 'worker')}, ${countOf(slots, 'slot')}`;
      const parts = [
        `${name}: ${size}; ${waiting} waiting, ${active} running, ${failed} failed`,
        oldestMs === undefined ? '' : `oldest waiting ${Math.round(oldestMs / 1000)} s`,
        suspect === 0 ? '' : `${suspect} suspected of crashing workers`,
        known.length === 0 ? '' : showRate(known.reduce((sum, rate) => sum + rate, 0)),
      ];
      const rows = workers.map(({ id, host, pid, slots: own, level, done }) => {
        const rate = rates.of(id);
        return [host, String(pid), String(own), level, String(done), rate === undefined ? '' : showRate(rate)];
      });
      const table = renderTable([['host', 'pid', 'slots', 'isolation', 'done', 'rate'], ...rows]);
      return `${parts.filter((part) => part !== '').join(', ')}\n${workers.length === 0 ? '' : table}`;
    })
    .join('\n');
}

function showRate(rate: number): string {
  return `${rate.toFixed(1)}/s`;
}

import { freemem } from 'node:os';
import type { SampleLoad } from './zygote.ts';

/** A sample that uses less than this share of one CPU, and waits for none, is quiet; one that stays quiet sleeps. */
const sleepingShare = 0.15;
const quietMsNeeded = 200;
/** What a sample needed longer ago than this hardly counts any more. */
const memoryMs = 450;
/** One more sample may start when at least this much of a CPU is left over. */
const sparePart = 0.1;
const sleepersPerSlot = 8;
/** Of those that have ended, this many per slot may still be cleared away: the kernel must keep up. */
const endingPerSlot = 2;
const reservedBytes = 1024 ** 3;

export interface AdmissionOptions {
  readonly parallel: number;
  readonly admitsSleepers: boolean;
  readonly now?: () => number;
  readonly availableBytes?: () => number;
}

/** One running sample, as far as room is concerned. */
export interface Ticket {
  /** True when the sample needs less than was thought. What it has to wait for counts like what it gets. */
  report(load: SampleLoad): boolean;
  /** Its program is over; what is left of it needs hardly a CPU. */
  end(): void;
  leave(): void;
}

export interface Admission {
  /** Whether one more sample may start, while `loading` zygotes warm up (each keeps a CPU busy). */
  hasRoom(loading: number): boolean;
  enter(): Ticket;
}

/** Smoothed, but whoever wakes up is seen at once. */
function estimate(before: number, wanted: number, elapsedMs: number): number {
  return before === 0 ? wanted : before + (1 - Math.exp(-elapsedMs / memoryMs)) * (wanted - before);
}

/** Keeps the CPUs busy and no busier: programs that sleep, wait or use part of a CPU make room for others. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { parallel, admitsSleepers, now = () => performance.now(), availableBytes = freemem } = options;
  /** How many CPUs each of them needs, as far as is known: a whole one until there are reports. */
  const needs = new Map<Ticket, number>();
  let total = 0;
  let ending = 0;

  const enter = (): Ticket => {
    let seenAt = now();
    let seenCpuMs = 0;
    let seenWaitedMs = 0;
    let quietMs = 0;
    let hasEnded = false;
    total++;
    const ticket: Ticket = {
      report: ({ cpuMs, wantsCpu, waitedMs = null }) => {
        if (hasEnded) return false;
        const at = now();
        const elapsed = Math.max(1, at - seenAt);
        const used = cpuMs - seenCpuMs;
        // Where nobody knows, a sample that wants the CPU has waited for it all the time.
        const waited = waitedMs === null ? Number(wantsCpu) * elapsed : Math.max(0, waitedMs - seenWaitedMs);
        seenAt = at;
        seenCpuMs = cpuMs;
        seenWaitedMs = waitedMs ?? 0;
        quietMs = wantsCpu || used >= sleepingShare * elapsed ? 0 : quietMs + elapsed;
        const before = needs.get(ticket) ?? 1;
        const isAsleep = quietMs >= quietMsNeeded;
        const need = isAsleep ? 0 : estimate(before, Math.min(1, (used + waited) / elapsed), elapsed);
        needs.set(ticket, need);
        return need < before;
      },
      end: () => {
        if (hasEnded) return;
        hasEnded = true;
        total--;
        ending++;
        needs.delete(ticket);
      },
      leave: () => {
        ticket.end();
        ending--;
      },
    };
    needs.set(ticket, 1);
    return ticket;
  };
  const hasRoom = (loading: number): boolean => {
    if (ending >= parallel * endingPerSlot) return false;
    if (total === 0) return true;
    if (!admitsSleepers) return total < parallel;
    const needed = [...needs.values()].reduce((sum, need) => sum + need, Math.min(loading, parallel - 1));
    if (needed > parallel - sparePart) return false;
    return total < parallel || (total < parallel * sleepersPerSlot && availableBytes() > reservedBytes);
  };
  return { hasRoom, enter };
}

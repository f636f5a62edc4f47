import { freemem } from 'node:os';
import type { SampleLoad } from './runner.ts';

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
/** Memory that must be left before one more starts: beside others at all, and beyond the slots. */
const spareBytes = 256 * 2 ** 20;
const spareBytesForSleepers = 2 ** 30;

export interface AdmissionOptions {
  /** How many samples may use the CPU at once. */
  readonly parallel: number;
  /** Whether more than that are admitted while the running ones sleep. */
  readonly admitsSleepers: boolean;
  readonly now?: (() => number) | undefined;
  readonly availableBytes?: (() => number) | undefined;
}

/** One running sample, as far as room is concerned. */
export type Ticket = ReturnType<ReturnType<typeof createAdmission>['enter']>;

/** Smoothed, except that a sample that wakes up counts at once. */
function estimate(before: number, wanted: number, elapsedMs: number): number {
  return before === 0 ? wanted : before + (1 - Math.exp(-elapsedMs / memoryMs)) * (wanted - before);
}

/** Keeps the CPUs busy and no busier: programs that sleep, wait or use part of a CPU make room for others. */
export function createAdmission(options: AdmissionOptions) {
  const { parallel, admitsSleepers, now = () => performance.now(), availableBytes = freemem } = options;
  /** How many CPUs each of them needs, as far as is known: a whole one until there are reports. */
  const needs = new Map<object, number>();
  let total = 0;
  let ending = 0;

  const enter = () => {
    let seenAt = now();
    let seenCpuMs = 0;
    let seenWaitedMs = 0;
    let quietMs = 0;
    let hasEnded = false;
    let isResting = false;
    total++;
    const ticket = {
      /** True when the sample needs less than was thought. What it has to wait for counts like what it gets. */
      report: ({ cpuMs, wantsCpu, waitedMs = null }: SampleLoad): boolean => {
        if (hasEnded) return false;
        const at = now();
        const elapsed = Math.max(1, at - seenAt);
        const used = cpuMs - seenCpuMs;
        // Where the kernel does not tell, a sample that wants the CPU has waited for it all the time.
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
      /** A conversation waits for its next call: until `wake` it counts only for what it computes meanwhile. */
      rest: () => {
        if (hasEnded || isResting) return;
        isResting = true;
        total--;
        needs.set(ticket, 0);
      },
      wake: () => {
        if (hasEnded || !isResting) return;
        isResting = false;
        total++;
        needs.set(ticket, 1);
      },
      /** The program has exited; only cleanup remains. */
      end: () => {
        if (hasEnded) return;
        hasEnded = true;
        if (!isResting) total--;
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
  /** Whether one more sample may start, while `loading` runners warm up (each keeps a CPU busy). */
  const hasRoom = (loading: number): boolean => {
    if (ending >= parallel * endingPerSlot) return false;
    if (total === 0) return true;
    if (availableBytes() <= spareBytes) return false;
    if (!admitsSleepers) return total < parallel;
    const needed = [...needs.values()].reduce((sum, need) => sum + need, Math.min(loading, parallel - 1));
    if (needed > parallel - sparePart) return false;
    return total < parallel || (total < parallel * sleepersPerSlot && availableBytes() > spareBytesForSleepers);
  };
  return { hasRoom, enter };
}

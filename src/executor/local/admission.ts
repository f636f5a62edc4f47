import { freemem } from 'node:os';
import type { SampleLoad } from './zygote.ts';

/** A sample that uses less than this share of one CPU, and waits for none, is quiet; one that stays quiet sleeps. */
const sleepingShare = 0.15;
const quietReportsNeeded = 2;
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
  /** True when the sample has just been found to sleep. A starved sample wants the CPU: it does not sleep. */
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

/** Keeps the CPUs busy and no busier: programs that sleep or wait make room for others. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { parallel, admitsSleepers, now = () => performance.now(), availableBytes = freemem } = options;
  const awake = new Set<Ticket>();
  let total = 0;
  let ending = 0;

  const enter = (): Ticket => {
    let seenAt = now();
    let seenCpuMs = 0;
    let quietReports = 0;
    let hasEnded = false;
    total++;
    const ticket: Ticket = {
      report: ({ cpuMs, wantsCpu }) => {
        if (hasEnded) return false;
        const at = now();
        const share = (cpuMs - seenCpuMs) / Math.max(1, at - seenAt);
        seenAt = at;
        seenCpuMs = cpuMs;
        quietReports = wantsCpu || share >= sleepingShare ? 0 : quietReports + 1;
        if (quietReports === 0) awake.add(ticket);
        return quietReports >= quietReportsNeeded && awake.delete(ticket);
      },
      end: () => {
        if (hasEnded) return;
        hasEnded = true;
        total--;
        ending++;
        awake.delete(ticket);
      },
      leave: () => {
        ticket.end();
        ending--;
      },
    };
    awake.add(ticket);
    return ticket;
  };
  const hasRoom = (loading: number): boolean => {
    if (ending >= parallel * endingPerSlot) return false;
    if (total === 0) return true;
    if (!admitsSleepers) return total < parallel;
    if (awake.size + Math.min(loading, parallel - 1) >= parallel) return false;
    return total < parallel || (total < parallel * sleepersPerSlot && availableBytes() > reservedBytes);
  };
  return { hasRoom, enter };
}

import { freemem } from 'node:os';

/** Below this share of one CPU a running sample counts as sleeping. */
const sleepingShare = 0.15;
const sleepersPerSlot = 8;
const reservedBytes = 1024 ** 3;

export interface AdmissionOptions {
  readonly parallel: number;
  readonly admitsSleepers: boolean;
  readonly now?: () => number;
  readonly availableBytes?: () => number;
}

/** One running sample, as far as room is concerned. */
export interface Ticket {
  /** Takes the CPU time used so far; true when the sample has just been found to sleep. */
  report(cpuMs: number): boolean;
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

  const enter = (): Ticket => {
    let seenAt = now();
    let seenCpuMs = 0;
    total++;
    const ticket: Ticket = {
      report: (cpuMs) => {
        const at = now();
        const share = (cpuMs - seenCpuMs) / Math.max(1, at - seenAt);
        seenAt = at;
        seenCpuMs = cpuMs;
        if (share >= sleepingShare) awake.add(ticket);
        return share < sleepingShare && awake.delete(ticket);
      },
      leave: () => {
        total--;
        awake.delete(ticket);
      },
    };
    awake.add(ticket);
    return ticket;
  };
  const hasRoom = (loading: number): boolean => {
    if (total === 0) return true;
    if (!admitsSleepers || total < parallel)
      return awake.size + Math.min(loading, parallel - 1) < parallel && total < parallel;
    return (
      awake.size + Math.min(loading, parallel - 1) < parallel &&
      total < parallel * sleepersPerSlot &&
      availableBytes() > reservedBytes
    );
  };
  return { hasRoom, enter };
}

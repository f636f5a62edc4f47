import { describe, expect, it } from 'vitest';
import { createAdmission } from './admission.ts';

function createClocked(options: { admitsSleepers?: boolean; availableBytes?: () => number } = {}) {
  const clock = { ms: 0 };
  const admission = createAdmission({
    parallel: 2,
    admitsSleepers: options.admitsSleepers ?? true,
    now: () => clock.ms,
    availableBytes: options.availableBytes ?? (() => 2 ** 34),
  });
  const sleepers = (count: number) => {
    const tickets = Array.from({ length: count }, () => admission.enter());
    for (let turn = 0; turn < 3; turn++) {
      clock.ms += 100;
      for (const ticket of tickets) ticket.report({ cpuMs: 5, wantsCpu: false });
    }
    return tickets;
  };
  return { admission, clock, sleepers };
}

describe('admission', () => {
  it('fills the slots', () => {
    const { admission } = createClocked();
    expect(admission.hasRoom(0)).toBe(true);
    const first = admission.enter();
    admission.enter();
    expect(admission.hasRoom(0)).toBe(false);
    first.leave();
    expect(admission.hasRoom(0)).toBe(true);
  });

  it('has room once a program is over, though not for any number of those that are being cleared away', () => {
    const { admission } = createClocked({ admitsSleepers: false });
    const tickets = [];
    for (let turn = 0; turn < 4; turn++) {
      expect(admission.hasRoom(0)).toBe(true);
      const ticket = admission.enter();
      ticket.end();
      tickets.push(ticket);
    }
    expect(admission.hasRoom(0)).toBe(false);
    tickets[0]?.leave();
    expect(admission.hasRoom(0)).toBe(true);
  });

  it('counts a loading runner as busy, but never shuts out the last sample', () => {
    const { admission } = createClocked();
    expect(admission.hasRoom(5)).toBe(true);
    admission.enter();
    expect(admission.hasRoom(1)).toBe(false);
  });

  it('makes room for others while samples sleep, up to a bound', () => {
    const { admission, sleepers } = createClocked();
    sleepers(2);
    expect(admission.hasRoom(0)).toBe(true);
    sleepers(14);
    expect(admission.hasRoom(0)).toBe(false);
  });

  it('makes room for others beside samples that use part of a CPU, once and not again', () => {
    const { admission, clock } = createClocked();
    const tickets = [admission.enter(), admission.enter()];
    const work = (cpuMs: number) => {
      clock.ms += 100;
      for (const ticket of tickets) ticket.report({ cpuMs, wantsCpu: false });
    };
    for (let turn = 1; turn <= 5; turn++) work(95 * turn);
    expect(admission.hasRoom(0)).toBe(false);
    for (let turn = 1; turn <= 20; turn++) work(475 + 60 * turn);
    expect(admission.hasRoom(0)).toBe(true);
    admission.enter();
    expect(admission.hasRoom(0)).toBe(false);
  });

  it('takes a starved sample for what it is', () => {
    const { admission, clock } = createClocked();
    const tickets = [admission.enter(), admission.enter()];
    for (let turn = 0; turn < 5; turn++) {
      clock.ms += 100;
      for (const ticket of tickets) expect(ticket.report({ cpuMs: 0, wantsCpu: true })).toBe(false);
    }
    expect(admission.hasRoom(0)).toBe(false);
  });

  it('counts what a sample waited for like what it got', () => {
    const { admission, clock } = createClocked();
    const tickets = [admission.enter(), admission.enter()];
    const report = (each: { cpu: number; waited: number }) => {
      for (let turn = 1; turn <= 20; turn++) {
        clock.ms += 100;
        const [cpuMs, waitedMs] = [clock.ms * each.cpu, clock.ms * each.waited];
        for (const ticket of tickets) ticket.report({ cpuMs, wantsCpu: true, waitedMs });
      }
      return admission.hasRoom(0);
    };
    expect(report({ cpu: 0.5, waited: 0.45 })).toBe(false);
    expect(report({ cpu: 0.7, waited: 0.1 })).toBe(true);
  });

  it('sees a sleeper wake up', () => {
    const { admission, clock, sleepers } = createClocked();
    const [first, second] = sleepers(2);
    clock.ms += 100;
    first?.report({ cpuMs: 100, wantsCpu: true });
    expect(admission.hasRoom(0)).toBe(true);
    second?.report({ cpuMs: 100, wantsCpu: false });
    expect(admission.hasRoom(0)).toBe(false);
  });

  it('is strict where a number was asked for', () => {
    const { admission, sleepers } = createClocked({ admitsSleepers: false });
    sleepers(2);
    expect(admission.hasRoom(0)).toBe(false);
  });

  it('takes in no sleepers when memory is short', () => {
    const { admission, sleepers } = createClocked({ availableBytes: () => 2 ** 29 });
    expect(admission.hasRoom(0)).toBe(true);
    sleepers(2);
    expect(admission.hasRoom(0)).toBe(false);
  });

  it.each([true, false])('runs one at a time when hardly any memory is left (sleepers: %s)', (admitsSleepers) => {
    const { admission } = createClocked({ admitsSleepers, availableBytes: () => 2 ** 27 });
    expect(admission.hasRoom(0)).toBe(true);
    const ticket = admission.enter();
    expect(admission.hasRoom(0)).toBe(false);
    ticket.leave();
    expect(admission.hasRoom(0)).toBe(true);
  });
});

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createReportTrimmer } from '../report/run-report.ts';
import type { LogEvent } from '../schema/log-event.ts';
import { RunState } from '../store/run-state.ts';
import { openLine, sealLine } from '../store/scan-journal.ts';
import { events, exampleVerdict } from '../store/testing/example-events.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const count = 6000;
const trace = `Traceback (most recent call last):\n${'  File "__test__.py", line 84, in test_case_1\n'.repeat(20)}AssertionError: 1 != 2\n`;

/** A verdict as it is read back from a journal: every text of it is new. */
function readBack(index: number) {
  const name = `BigCodeBench/${index % 1140}#${Math.floor(index / 1140)}`;
  const tests = [1, 2, 3, 4, 5].map((at) => ({ name: `test_case_${at}`, outcome: 'fail', ms: 1.5, message: trace }));
  const verdict = exampleVerdict(name, `${'# wrong\n'.repeat(100)}${index}`, {
    ...(index % 2 === 0 ? { tests: tests as never } : {}),
    wallMs: 40.25,
    cpuMs: 30.125,
    stdout: 'x'.repeat(4000),
  });
  return JSON.parse(JSON.stringify(verdict)) as typeof verdict;
}

/** Bytes of the heap for each of many values that are kept. */
function heldBytes<Kept>(make: () => Kept): number {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const kept = make();
  collectGarbage();
  const after = process.memoryUsage().heapUsed;
  expect(kept).toBeDefined();
  return (after - before) / count;
}

it('a report keeps a few hundred bytes of each verdict of a large run', () => {
  const held = heldBytes(() => {
    const trim = createReportTrimmer(count);
    return Array.from({ length: count }, (_, index) => trim(readBack(index)));
  });
  expect(held).toBeLessThan(450);
});

it('the fold of a log keeps a few hundred bytes of each sample', () => {
  const held = heldBytes(() => {
    const state = new RunState();
    let offset = 0;
    const enter = (event: LogEvent) => {
      const line = Buffer.from(sealLine({ key: '00000000', number: 0 }, event));
      const opened = openLine(line.subarray(0, -1))?.event as LogEvent;
      state.enter(opened, { offset, bytes: line.length });
      offset += line.length;
    };
    for (let index = 0; index < count; index++) {
      const { taskId, index: at, solution } = readBack(index);
      enter(events.sample(`${taskId}#${at}`, solution));
      enter(events.verdict(`${taskId}#${at}`, solution));
    }
    expect(state.verdictCount).toBe(count);
    return state;
  });
  expect(held).toBeLessThan(450);
});

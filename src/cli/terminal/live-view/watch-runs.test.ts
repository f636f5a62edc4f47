import { describe, expect, test } from 'vitest';
import { canRedraw, wantsColor } from '../../../util/terminal.ts';
import type { CommandContext } from '../../command.ts';
import { createScreen } from './screen.ts';
import { sample, started, unreachable, verdict } from './testing/play.ts';
import { watchRuns } from './watch-runs.ts';

function createContext(facts: { variables?: Record<string, string>; quiet?: boolean; columns?: number } = {}) {
  const { variables = {}, quiet = false, columns } = facts;
  const written: string[] = [];
  const terminal = columns === undefined ? {} : { isTTY: true, columns, rows: 20 };
  const output = { ...terminal, write: (text: string) => void written.push(text) };
  const screen = canRedraw(variables, output) ? createScreen(output) : undefined;
  const stderr = screen ?? output;
  const warn = (sentence: string) => void stderr.write(`warning: ${sentence}\n`);
  // Only these parts of a command's run context are used.
  const context = { options: { quiet }, variables, stderr, screen, warn } as unknown as CommandContext;
  return { context, text: () => written.join('') };
}

describe('watchRuns', () => {
  test('a dead server is one line without a terminal, and its count at the end', () => {
    const { context, text } = createContext();
    const watch = watchRuns(context, 'generate');
    watch.onEvent(started('m', 9));
    for (let at = 0; at < 7; at++) watch.onEvent(unreachable);
    watch.close();
    watch.close();
    expect(text().match(/cannot be reached/g)).toHaveLength(2);
    expect(text().trimEnd().split('\n').at(-1)).toMatch(/^7× OpenAI-compatible server/);
    expect(text()).not.toContain('\x1b');
  });

  test('the score so far is over all verdicts, those of an earlier process included', () => {
    const { context, text } = createContext({ columns: 100 });
    const watch = watchRuns(context, 'run');
    watch.onEvent(started('m', 40));
    const tallies = Object.fromEntries(
      Array.from({ length: 19 }, (_, at) => [`T/${at}`, { samples: 1, passed: at < 9 ? 1 : 0 }]),
    );
    const opened = { runId: 'e', path: '', isRepeat: false, done: 19, passed: 9, damagedLines: 0, tallies };
    watch.onEvent({ type: 'run-opened', ...opened });
    watch.onEvent(verdict('T/19'));
    watch.close();
    expect(text()).toContain('Resuming run e: 19 of 40 samples are judged.');
    expect(text()).toMatch(/≈ 50\.0% ± /);
  });

  test('no score is foretold while answers are repaired', () => {
    const { context, text } = createContext({ columns: 100 });
    const watch = watchRuns(context, 'run');
    watch.onEvent(started('m', 10));
    for (let at = 0; at < 10; at++) watch.onEvent(verdict(`T/${at}`, 'x'));
    const round = { round: 1, rounds: 1, asked: 10, judged: 0, repaired: 0, passed: 0 };
    watch.onEvent({ type: 'round-started', ...round });
    watch.onEvent(verdict('T/0'));
    watch.close();
    expect(text()).toContain('round 1: 1 of 10 repaired');
    expect(text()).not.toContain('≈');
  });

  test('redraws on a terminal and leaves a row per run', () => {
    const { context, text } = createContext({ columns: 100 });
    const watch = watchRuns(context, 'evaluate');
    watch.onEvent(started('m', 2));
    watch.onEvent(verdict('T/1'));
    watch.onEvent({ type: 'warning', message: 'careful' });
    watch.onEvent(verdict('T/2', 'KeyError'));
    watch.close();
    expect(text()).toContain('\x1b[J');
    expect(text()).toContain('warning: careful\n');
    expect(text().split('\x1b[J').at(-1)).toMatch(/m +.*2\/2.*1 passed.*1 failed/);
  });

  test.each([
    ['CI', { CI: 'true' }],
    ['a dumb terminal', { TERM: 'dumb' }],
  ])('%s gets lines although it is a terminal', (_, variables) => {
    const { context, text } = createContext({ columns: 100, variables });
    const watch = watchRuns(context, 'run');
    watch.onEvent(started('m', 1));
    watch.onEvent(sample('T/1'));
    watch.onEvent({ type: 'run-failed', code: 'X', message: '' });
    watch.close();
    expect(text()).toMatch(/^m: 0\/1 \(0%\), 0 passed, 0 failed, \d+\.\ds\n$/);
  });

  test('NO_COLOR takes the colors, --quiet everything but warnings', () => {
    const { context, text } = createContext({ columns: 100, variables: { NO_COLOR: '1' } });
    const watch = watchRuns(context, 'run');
    watch.onEvent(started('m', 2));
    watch.onEvent(verdict('T/1', 'x'));
    watch.close();
    expect(text().replaceAll('\x1b', '^')).not.toMatch(/\^\[3\dm/);
    const quiet = createContext({ columns: 100, quiet: true });
    const silent = watchRuns(quiet.context, 'run');
    silent.onEvent(started('m', 2));
    silent.onEvent(verdict('T/1', 'x'));
    silent.onEvent({ type: 'warning', message: 'careful' });
    silent.close();
    expect(quiet.text()).toBe('warning: careful\n');
  });
});

test('who gets colors and who is redrawn', () => {
  const terminal = { isTTY: true, write: () => {} };
  const file = { write: () => {} };
  expect([wantsColor({}, terminal), wantsColor({}, file), wantsColor({ NO_COLOR: '1' }, terminal)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([wantsColor({ FORCE_COLOR: '1' }, file), wantsColor({ FORCE_COLOR: '0' }, terminal)]).toEqual([true, false]);
  expect([canRedraw({}, terminal), canRedraw({ CI: '1' }, terminal), canRedraw({ CI: 'false' }, terminal)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(canRedraw({}, file)).toBe(false);
});

import picocolors from 'picocolors';
import { createEarlyEstimate, type EarlyEstimate } from '../../../evaluate/early-estimate.ts';
import type { RunEvent } from '../../../schema/run-event.ts';
import { canRedraw, wantsColor } from '../../../util/terminal.ts';
import type { CommandContext } from '../../command.ts';
import { describeGroundTruth } from '../describe-ground-truth.ts';
import { describeEvent, describeProgress, describeRepeated } from './line-log.ts';
import { createLiveState, type LiveState } from './live-state.ts';
import { reduce } from './reduce.ts';
import { renderFrame } from './render-frame.ts';
import type { Screen } from './screen.ts';

interface Display {
  changed(event: RunEvent, before: LiveState, after: LiveState): void;
  close(state: LiveState): void;
}

/**
 * Shows runs as they go: redrawn in place on a terminal, a line now and then elsewhere, nothing with --quiet. Closing leaves
 * the last state; a second time does nothing.
 */
export function watchRuns(context: CommandContext, job: LiveState['job']) {
  const { options, screen, variables, stderr, warn } = context;
  const isLive = screen !== undefined && canRedraw(variables, stderr);
  const display = options.quiet ? silent : isLive ? createLiveDisplay(context, screen) : createLineDisplay(context);
  let state = createLiveState(job);
  let estimate: EarlyEstimate | undefined;
  const say = (text: string) => {
    if (!options.quiet) stderr.write(text);
  };
  let isClosed = false;
  const close = () => {
    if (!isClosed) display.close(state);
    isClosed = true;
  };
  return {
    onEvent(event: RunEvent) {
      const before = state;
      state = reduce(before, event, Date.now());
      if (event.type === 'run-started') estimate = createEarlyEstimate({ subset: event.subset, samples: event.total });
      if (event.type === 'round-started') estimate = undefined;
      if (event.type === 'run-opened') {
        for (const [taskId, tally] of Object.entries(event.tallies ?? {})) estimate?.add(taskId, tally);
        state = { ...state, early: estimate?.read() };
      }
      if (event.type === 'verdict') {
        estimate?.add(event.taskId, { samples: 1, passed: event.status === 'pass' ? 1 : 0 });
        state = { ...state, early: estimate?.read() };
      }
      if (event.type === 'warning') warn(event.message);
      for (const sentence of describeNews(event, before, job)) say(`${sentence}\n`);
      display.changed(event, before, state);
    },
    close,
    [Symbol.dispose]: close,
  };
}

/** What is worth a line of its own in both displays. */
function describeNews(event: RunEvent, { rows, current }: LiveState, job: LiveState['job']): string[] {
  const model = rows[current]?.name ?? '';
  if (event.type === 'generation-planned' && event.held > 0) {
    return [`${model}: ${event.held} of ${event.total} answers already exist.`];
  }
  if (event.type === 'run-opened') return describeOpened(event, rows[current]?.total ?? 0);
  if (event.type === 'ground-truth-finished') {
    const { summary } = event;
    return summary.passed < summary.tasks || job === 'evaluate' ? [describeGroundTruth(summary).trimEnd()] : [];
  }
  return [];
}

function describeOpened(event: Extract<RunEvent, { type: 'run-opened' }>, samples: number): string[] {
  const { runId, isRepeat, done, nearest } = event;
  if (isRepeat) return [];
  if (done > 0) return [`Resuming run ${runId}: ${done} of ${samples} samples are judged.`];
  if (!nearest) return [];
  const fields = nearest.fields.map((field) => `\`${field.split('.').at(-1)}\``);
  const differ = fields.length === 1 ? 'differs' : 'differ';
  return [`Run ${runId} is new; ${nearest.runId} evaluated the same samples, but ${fields.join(', ')} ${differ}.`];
}

const silent: Display = { changed: () => {}, close: () => {} };

const redrawMs = 100;
const tickMs = 1000;

function createLiveDisplay({ variables, options, stderr }: CommandContext, screen: Screen): Display {
  const colors = picocolors.createColors(options.color ?? wantsColor(variables, stderr));
  let state: LiveState | undefined;
  let drawnAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const render = (shown: LiveState, rows = screen.rows ?? 24) =>
    renderFrame(shown, { columns: screen.columns ?? 80, rows, at: Date.now(), colors });
  const draw = () => {
    clearTimeout(timer);
    drawnAt = Date.now();
    if (state) screen.show(render(state));
    // Rates and times change although nothing happens.
    timer = setTimeout(draw, tickMs).unref();
  };
  screen.on?.('resize', draw);
  return {
    changed(_, __, after) {
      const isFirst = state === undefined;
      state = after;
      if (after.current < 0) return;
      const waitMs = drawnAt + redrawMs - Date.now();
      if (isFirst || waitMs <= 0) return draw();
      clearTimeout(timer);
      timer = setTimeout(draw, waitMs).unref();
    },
    close(last) {
      clearTimeout(timer);
      screen.off?.('resize', draw);
      screen.clear();
      if (last.current < 0) return;
      // Nothing is under way any more: what stays is a row per run, and what went wrong.
      const rest = { ...last, running: new Map(), causes: new Map(), failures: [], isDraining: false };
      for (const line of render(rest, Number.MAX_SAFE_INTEGER)) screen.write(`${line}\n`);
    },
  };
}

const lineMs = 5000;

function createLineDisplay({ stderr }: CommandContext): Display {
  let state: LiveState | undefined;
  let toldAt = Date.now();
  const say = (line: string) => {
    if (line !== '') stderr.write(`${line}\n`);
  };
  return {
    changed(event, before, after) {
      state = after;
      const at = Date.now();
      const lines = describeEvent(event, before, after, at);
      for (const line of lines) say(line);
      if (lines.length > 0 || at - toldAt < lineMs || after.rows[after.current]?.phase !== 'running') return;
      toldAt = at;
      say(describeProgress(after, at));
    },
    close() {
      if (state) for (const line of describeRepeated(state)) say(line);
    },
  };
}

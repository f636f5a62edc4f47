import picocolors from 'picocolors';
import { createEarlyEstimate, type EarlyEstimate } from '../../../evaluate/early-estimate.ts';
import { formatDuration } from '../../../report/progress.ts';
import type { GroundTruth } from '../../../schema/proof.ts';
import type { RunEvent } from '../../../schema/run-event.ts';
import type { GroundTruthSummary } from '../../../schema/run-record.ts';
import { listSome } from '../../../util/list-some.ts';
import { canRedraw, wantsColor } from '../../../util/terminal.ts';
import type { CommandContext } from '../../command.ts';
import { rateOf } from './forecast.ts';
import { createLiveState, describeCost, describeEarly, describeRound, doneOf, type LiveState } from './live-state.ts';
import { reduce } from './reduce.ts';
import { renderFrame } from './render-frame.ts';
import type { Screen } from './screen.ts';

interface Display {
  changed(event: RunEvent, before: LiveState, after: LiveState): void;
  close(state: LiveState): void;
}

/** Shows runs as they go: redrawn on a terminal, line by line elsewhere. Closing twice does nothing. */
export function watchRuns(context: CommandContext, job: LiveState['job']) {
  const { options, screen, variables, stderr, warn } = context;
  const isLive = screen !== undefined && canRedraw(variables, stderr);
  const display = options.quiet ? undefined : isLive ? createLiveDisplay(context, screen) : createLineDisplay(context);
  let state = createLiveState(job);
  let estimate: EarlyEstimate | undefined;
  let isClosed = false;
  const close = () => {
    if (!isClosed) display?.close(state);
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
      if (!display) return;
      for (const sentence of describeNews(event, before, job)) stderr.write(`${sentence}\n`);
      display.changed(event, before, state);
    },
    close,
    [Symbol.dispose]: close,
  };
}

function describeNews(event: RunEvent, { rows, current }: LiveState, job: LiveState['job']): string[] {
  const { name = '', total = 0 } = rows[current] ?? {};
  if (event.type === 'generation-planned' && event.held > 0) {
    return [`${name}: ${event.held} of ${event.total} answers already exist.`];
  }
  if (event.type === 'run-opened') return describeOpened(event, total);
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
  let toldAt = Date.now();
  const say = (line: string) => {
    if (line !== '') stderr.write(`${line}\n`);
  };
  return {
    changed(event, before, after) {
      const at = Date.now();
      const lines = describeEvent(event, before, after, at);
      for (const line of lines) say(line);
      if (lines.length > 0 || at - toldAt < lineMs || after.rows[after.current]?.phase !== 'running') return;
      toldAt = at;
      say(describeProgress(after, at));
    },
    close({ faults }) {
      for (const { message, count } of faults) if (count > 1) say(`${count}× ${message}`);
    },
  };
}

/** What an event has to say where nothing can be redrawn: `before` and `after` are the states around it. */
function describeEvent(event: RunEvent, before: LiveState, after: LiveState, at: number): string[] {
  switch (event.type) {
    case 'request-failed':
    case 'request-retried':
    case 'execution-failed':
      return after.faults
        .filter(({ message, isFinal }) => !before.faults.some((f) => f.message === message && f.isFinal === isFinal))
        .map(({ message, isFinal }) => (isFinal ? message : `retrying: ${message}`));
    case 'draining':
      return event.waitMs > 0 ? ['Waiting for answers in flight; press Ctrl-C again to stop now.'] : [];
    case 'round-started':
      return [`Round ${event.round} of ${event.rounds}: ${event.asked} answers to repair.`];
    case 'run-finished':
    case 'generation-finished':
    case 'run-failed': {
      if (event.type === 'generation-finished' && after.job !== 'generate') return [];
      const row = after.rows[after.current];
      return row ? [`${describeProgress(after, at)}, ${formatDuration((at - row.startedAt) / 1000)}`] : [];
    }
    default:
      return [];
  }
}

export function describeProgress(state: LiveState, at: number): string {
  const row = state.rows[state.current];
  if (!row) return '';
  const { groundTruth, job } = state;
  if (row.phase === 'running' && groundTruth.total > 0 && !groundTruth.isOver && row.judged === 0) {
    return `${row.name}: ${groundTruth.done}/${groundTruth.total} reference solutions checked`;
  }
  const done = doneOf(row, job);
  const share = row.total === 0 ? 100 : Math.floor((100 * done) / row.total);
  const rate = rateOf(state, row, at);
  const isRunning = row.phase === 'running';
  const parts = [
    `${row.name}: ${done}/${row.total} (${share}%)`,
    job === 'run' && isRunning && row.answered > done ? `${row.answered} answered` : '',
    job === 'generate' ? '' : `${row.passed} passed, ${row.judged - row.passed} failed`,
    isRunning ? describeRound(row) : '',
    describeCost(row.costUsd),
    isRunning && state.early ? `score ${describeEarly(state.early)}` : '',
    isRunning && rate > 0 ? `${rate.toFixed(1)}/s` : '',
    isRunning && state.endsAt !== undefined ? `~${formatDuration(Math.max(0, state.endsAt - at) / 1000)} left` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

export function describeGroundTruth(summary: GroundTruthSummary, groundTruth: readonly GroundTruth[] = []): string {
  const { tasks, passed, passRate, needsNetwork, flaky } = summary;
  const lines = [`Ground truth: ${passed} of ${tasks} reference solutions pass (${(100 * passRate).toFixed(1)}%).`];
  if (needsNetwork.length > 0) lines.push(`  need the network: ${listSome(needsNetwork, 20)}`);
  if (flaky.length > 0) lines.push(`  flaky: ${listSome(flaky, 20)}`);
  const list = (what: string, all: readonly (readonly [taskId: string, reason: string])[]) => {
    for (const [taskId, reason] of all.slice(0, 20)) lines.push(`  ${what}: ${taskId}: ${reason}`);
    if (all.length > 20) lines.push(`  … and ${all.length - 20} more ${what}`);
  };
  list('broken', Object.entries(summary.broken));
  if (summary.provable) {
    const { value, reference, not } = summary.provable;
    const all = value + reference;
    lines.push(`Provable: ${all} of ${all + not} (${value} by values, ${reference} by references).`);
  }
  const unprovable = groundTruth.flatMap(({ taskId, provable }) =>
    provable && 'why' in provable ? [[taskId, provable.why] as const] : [],
  );
  list('not provable', unprovable);
  return `${lines.join('\n')}\n`;
}

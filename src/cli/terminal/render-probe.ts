import { renderTable } from '../../report/text-table.ts';
import type { ExecutorProbe } from '../../run/probe-executor.ts';
import type { Execution } from '../../schema/execution.ts';
import type { CommandContext } from '../command.ts';

/** What was found about an executor, for people. */
export function renderProbe(probe: ExecutorProbe, colors: CommandContext['colors']): string {
  const { info, capacity, honest, hostile, reached, isFit } = probe;
  const mark = (isGood: boolean) => (isGood ? colors.green('✓') : colors.red('✗'));
  const isHeld = hostile.outcome !== 'pass' && hostile.outcome !== 'engine-error';
  const rows = [
    ['', 'execution', info.address === undefined ? info.name : `${info.name}, ${info.address}`],
    ['', 'sandbox', info.level === 'remote' ? 'unknown' : `level ${info.level}`],
    ['', 'environment', describeEnvironment(probe)],
    ['', 'slots', String(capacity)],
    [mark(honest.outcome === 'pass'), 'honest program', describeExecution(honest)],
    [mark(isHeld), 'hostile program', isHeld ? `contained: ${describeExecution(hostile)}` : describeBreach(hostile)],
    [mark(reached.length === 0), 'reached', reached.length === 0 ? 'nothing' : reached.join(', ')],
  ];
  const caveat =
    info.caveat === undefined ? [] : [colors.yellow(`! Not comparable with other results: ${info.caveat}.`)];
  const verdict = isFit
    ? colors.green('This executor can be used.')
    : colors.red('Results from this executor cannot be trusted: see above.');
  return `${[renderTable(rows), ...caveat, verdict].join('\n\n')}\n`;
}

/** The same for programs. */
export function buildProbeDocument({ info, capacity, honest, hostile, reached, isFit }: ExecutorProbe) {
  const facts = ({ outcome, reason, wallMs }: Execution) => ({ outcome, reason, wallMs });
  return { fit: isFit, ...info, slots: capacity, honest: facts(honest), hostile: facts(hostile), reached };
}

function describeEnvironment({ info }: ExecutorProbe): string {
  const python = info.python === undefined ? '' : `, Python ${info.python}`;
  const engine = info.engine === undefined ? '' : `, runner ${info.engine}`;
  return `${info.fingerprint}${python}${engine}`;
}

function describeExecution({ outcome, reason, wallMs }: Execution): string {
  const time = wallMs === 0 ? '' : `, ${Math.round(wallMs)} ms`;
  return `${outcome}${reason === undefined ? '' : ` (${reason})`}${time}`;
}

function describeBreach(execution: Execution): string {
  if (execution.outcome === 'engine-error') return describeExecution(execution);
  return 'passed without solving the task: forged results are accepted';
}

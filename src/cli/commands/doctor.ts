import { resolve } from 'node:path';
import { toJudgingRequest } from '../../config/to-run-request.ts';
import { readCachedFile, resolveCachedPath } from '../../dataset/load-hub-tasks.ts';
import { loadTasks } from '../../dataset/load-tasks.ts';
import { type AttestOptions, attestLibraries, examineFeatures } from '../../environment/attest-sandbox.ts';
import { resolveDataFolder } from '../../environment/data-folder.ts';
import { canExecute, diagnose, type Examination, isTrusted } from '../../environment/diagnose.ts';
import { examineMachine } from '../../environment/examine-machine.ts';
import { loadEnvironment, loadLockOf } from '../../environment/load-environment.ts';
import { loadTaskNeeds } from '../../environment/task-needs.ts';
import { checkEnvironment } from '../../environment/verify-environment.ts';
import { BigCodeBenchError, exitCodeOf } from '../../error/bigcodebench-error.ts';
import { providers } from '../../model/provider-table.ts';
import { renderTable } from '../../report/text-table.ts';
import { parseExecution } from '../../run/executor-table.ts';
import { readProvable } from '../../run/known-provable.ts';
import { probeExecutor } from '../../run/probe-executor.ts';
import { resolveCacheFolders } from '../../run/resolve-rules.ts';
import type { Execution } from '../../schema/execution.ts';
import type { Task } from '../../schema/task.ts';
import { createCacheMeter } from '../../store/cache-files.ts';
import { type CommandContext, openFor } from '../command.ts';
import { spellCommands } from '../program-name.ts';
import { buildDoctorDocument, type DoctorReport, renderDoctor } from '../terminal/render-doctor.ts';

export async function doctorCommand(context: CommandContext): Promise<number> {
  const { options, colors, program } = context;
  if (options.queue !== undefined) return examineStore(context, options.queue);
  if (parseExecution(options.execution).name !== 'local') return examineExecutor(context);
  const report = await examine(context);
  const text = renderDoctor(report, { colors, isVerbose: options.verbose });
  context.print(buildDoctorDocument(report), spellCommands(text, program));
  return isTrusted(report.findings, report.needs) ? 0 : exitCodeOf.UNTRUSTED_ENVIRONMENT;
}

/** Checks a fleet's store; this machine does not matter then. */
async function examineStore(context: CommandContext, address: string): Promise<number> {
  const { colors } = context;
  const [{ checkStore }, { parseStore }] = await Promise.all([
    import('../../executor/queue/check-store.ts'),
    import('../../executor/queue/store.ts'),
  ]);
  const findings = await checkStore(parseStore(address));
  const marks = { ok: colors.green('✓'), note: colors.yellow('!'), bad: colors.red('✗') };
  const lines = findings.map(({ severity, sentence }) => `${marks[severity]}  ${sentence}\n`);
  context.print({ findings }, lines.join(''));
  return findings.some(({ severity }) => severity === 'bad') ? exitCodeOf.UNTRUSTED_ENVIRONMENT : 0;
}

/** Tries the executor of `--execution`; this machine does not matter then. */
async function examineExecutor(context: CommandContext): Promise<number> {
  const { options, colors, signal } = context;
  const task = parseExecution(options.execution).name === 'gradio' ? await findPlainTask(context) : undefined;
  await using executor = await openFor(context, { tasks: task ? [task] : [] });
  const probe = await probeExecutor(executor, { task, signal });
  context.print(buildProbeDocument(probe), renderProbe(probe, colors));
  return probe.isFit ? 0 : exitCodeOf.UNTRUSTED_ENVIRONMENT;
}

/** A benchmark task that needs as little as possible: such a server judges with its own tests. */
async function findPlainTask({ variables, cwd, signal, warn }: CommandContext): Promise<Task> {
  const { tasks } = await loadTasks({ subset: 'full', variables, cwd, signal, onWarning: warn });
  const [task] = tasks.toSorted((a, b) => a.libs.length - b.libs.length || a.test.length - b.test.length);
  if (task) return task;
  throw new BigCodeBenchError('DATASET', 'The dataset contains no tasks.');
}

async function examine(context: CommandContext): Promise<DoctorReport> {
  const dataFolder = resolveDataFolder(context.variables);
  const machine = await examineMachine(dataFolder);
  const environment = canExecute(machine) ? await openLargest(context, dataFolder) : undefined;
  // The tasks that the environment is for, if they are not the benchmark's own.
  const isStarter = environment?.installed.manifest.profile === 'starter';
  const needs = await loadTaskNeeds(isStarter ? (await loadTasks({ subset: 'starter' })).tasks : undefined);
  const attempts: string[] = [];
  const tried = environment && (await examineSandbox(context, environment, attempts));
  const examination: Examination = { machine, needs, environment, ...tried };
  const caches = await createCacheMeter(resolveCacheFolders(context.variables))();
  const provable = environment && (await countProvable(context, isStarter ? 'starter' : 'full'));
  const set = { keys: listKeys(context), endpoints: listEndpoints(context) };
  return { ...examination, attempts, caches, provable, ...set, findings: diagnose(examination) };
}

/** How many tasks earlier runs found provable here; nothing is run or downloaded for it. */
async function countProvable(context: CommandContext, subset: 'starter' | 'full'): Promise<DoctorReport['provable']> {
  const { variables, cwd, signal } = context;
  const isHere =
    subset === 'starter' || (await readCachedFile(resolveCachedPath({ subset, variables }))).state === 'intact';
  if (!isHere) return undefined;
  const { tasks } = await loadTasks({ subset, variables, cwd, signal });
  const known = await readProvable(tasks, toJudgingRequest(context), context);
  const provable = [...known.values()].filter((each) => 'level' in each).length;
  return known.size === 0 ? undefined : { tasks: tasks.length, known: known.size, provable };
}

async function openLargest(context: CommandContext, dataFolder: string): Promise<Examination['environment']> {
  const path = context.options.env === undefined ? undefined : resolve(context.cwd, context.options.env);
  const installed = await loadEnvironment({ dataFolder, path, isLargest: true }).catch((error: unknown) => {
    if (path === undefined && error instanceof BigCodeBenchError && error.code === 'ENVIRONMENT') return undefined;
    throw error;
  });
  if (!installed) return undefined;
  const lock = await loadLockOf(installed);
  return { installed, lock: lock.distributions, problems: await checkEnvironment(installed) };
}

/** Tries what programs need where they will run; that no sandbox can be started is a finding, not a failure. */
async function examineSandbox(
  { options, signal, progress, variables, cwd, openExecutor }: CommandContext,
  { installed, lock }: NonNullable<Examination['environment']>,
  attempts: string[],
): Promise<Pick<Examination, 'sandbox' | 'sandboxFault'>> {
  const { parallel, isolation } = options;
  try {
    const onLog = (line: string) => attempts.push(line);
    const request = { libs: undefined, env: installed.folder, allowDegraded: true, parallel, isolation, onLog };
    // Problems with the environment are separate findings.
    const runContext = { variables, cwd, signal, warn: () => {} };
    await using executor = await openExecutor(['local'], request, runContext);
    const features = await examineFeatures(executor.execute, signal);
    const attesting = { installed, lock, execute: executor.execute, signal };
    const libraries = options.deep ? await importAll(attesting, progress) : [];
    return { sandbox: { level: executor.info.level, sizing: executor.sizing, libraries, features } };
  } catch (error) {
    if (signal.aborted || !(error instanceof BigCodeBenchError) || error.code === 'INVARIANT') throw error;
    return { sandboxFault: error.message };
  }
}

async function importAll(attesting: AttestOptions, progress: CommandContext['progress']) {
  const total = attesting.lock.length;
  const line = progress({ label: 'importing in the sandbox', total });
  const libraries = await attestLibraries({ ...attesting, onLibrary: (done) => line.update(done) });
  line.finish(`${libraries.filter(({ isImportable }) => isImportable).length} of ${total} libraries`);
  return libraries;
}

/** Which keys are set; never what they are. */
function listKeys({ variables }: CommandContext): DoctorReport['keys'] {
  const names = Object.values(providers).flatMap((each) => ('keyVariables' in each ? each.keyVariables : []));
  return Object.fromEntries([...new Set(names)].sort().map((name) => [name, Boolean(variables[name])]));
}

/** Addresses that were set, without passwords. */
function listEndpoints({ variables }: CommandContext): DoctorReport['endpoints'] {
  const names = Object.values(providers).flatMap((each) => ('baseUrlVariables' in each ? each.baseUrlVariables : []));
  return Object.fromEntries(
    [...new Set(['HF_ENDPOINT', ...names])].flatMap((name) => {
      const address = variables[name];
      return address ? [[name, URL.canParse(address) ? new URL(address).origin : 'not an address']] : [];
    }),
  );
}

type ExecutorProbe = Awaited<ReturnType<typeof probeExecutor>>;

function renderProbe(probe: ExecutorProbe, colors: CommandContext['colors']): string {
  const { info, capacity, honest, hostile, reached, isFit } = probe;
  const mark = (isGood: boolean) => (isGood ? colors.green('✓') : colors.red('✗'));
  const isHeld = hostile.outcome !== 'pass' && hostile.outcome !== 'engine-error';
  const python = info.python === undefined ? '' : `, Python ${info.python}`;
  const engine = info.engine === undefined ? '' : `, runner ${info.engine}`;
  // It has no answer: if it passes, results can be forged.
  const forged = 'passed without solving the task: forged results are accepted';
  const found = isHeld ? `contained: ${describeExecution(hostile)}` : forged;
  const rows = [
    ['', 'execution', info.address === undefined ? info.name : `${info.name}, ${info.address}`],
    ['', 'sandbox', info.level === 'remote' ? 'unknown' : `level ${info.level}`],
    ['', 'environment', `${info.fingerprint}${python}${engine}`],
    ['', 'slots', String(capacity)],
    [mark(honest.outcome === 'pass'), 'honest program', describeExecution(honest)],
    [mark(isHeld), 'hostile program', hostile.outcome === 'engine-error' ? describeExecution(hostile) : found],
    [mark(reached.length === 0), 'reached', reached.length === 0 ? 'nothing' : reached.join(', ')],
  ];
  const caveat =
    info.caveat === undefined ? [] : [colors.yellow(`! Not comparable with other results: ${info.caveat}.`)];
  const verdict = isFit
    ? colors.green('This executor can be used.')
    : colors.red('Results from this executor cannot be trusted: see above.');
  return `${[renderTable(rows), ...caveat, verdict].join('\n\n')}\n`;
}

function buildProbeDocument({ info, capacity, honest, hostile, reached, isFit }: ExecutorProbe) {
  const facts = ({ outcome, reason, wallMs }: Execution) => ({ outcome, reason, wallMs });
  return { fit: isFit, ...info, slots: capacity, honest: facts(honest), hostile: facts(hostile), reached };
}

function describeExecution({ outcome, reason, wallMs }: Execution): string {
  const time = wallMs === 0 ? '' : `, ${Math.round(wallMs)} ms`;
  return `${outcome}${reason === undefined ? '' : ` (${reason})`}${time}`;
}

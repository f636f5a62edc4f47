import { resolve } from 'node:path';
import { loadTasks } from '../../dataset/load-tasks.ts';
import { attestLibraries } from '../../environment/attest-libraries.ts';
import { resolveDataFolder } from '../../environment/data-folder.ts';
import { diagnose, type Examination, isTrusted } from '../../environment/diagnose.ts';
import { canExecute } from '../../environment/diagnose-platform.ts';
import { examineFeatures } from '../../environment/examine-features.ts';
import { examineMachine } from '../../environment/examine-machine.ts';
import { type InstalledEnvironment, loadEnvironment } from '../../environment/load-environment.ts';
import { loadLock } from '../../environment/lock.ts';
import { detectPlatform } from '../../environment/platform.ts';
import { loadTaskNeeds } from '../../environment/task-needs.ts';
import { checkEnvironment } from '../../environment/verify-environment.ts';
import { BigCodeBenchError, exitCodeOf } from '../../error/bigcodebench-error.ts';
import { providers } from '../../model/provider-table.ts';
import { openExecutor, parseExecution } from '../../run/open-executor.ts';
import { probeExecutor } from '../../run/probe-executor.ts';
import type { Task } from '../../schema/task.ts';
import type { Command, CommandContext } from '../command.ts';
import { openFor } from '../open-for.ts';
import { spellCommands } from '../program-name.ts';
import { buildDoctorDocument, type DoctorReport, renderDoctor } from '../terminal/render-doctor.ts';
import { buildProbeDocument, renderProbe } from '../terminal/render-probe.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  examples: [
    'bcb doctor',
    'bcb doctor --json',
    'bcb doctor --env PATH --isolation landlock',
    'bcb doctor --queue redis://10.0.0.5:6379',
    'bcb doctor --execution exec:"ssh host bcb worker --stdio"',
  ],
  async run(context) {
    const { options, stdout, colors } = context;
    if (options.queue !== undefined) return examineStore(context, options.queue);
    if (parseExecution(options.execution).name !== 'local') return examineExecutor(context);
    const report = await examine(context);
    if (options.json) stdout.write(`${JSON.stringify(buildDoctorDocument(report), null, 2)}\n`);
    else stdout.write(spellCommands(renderDoctor(report, { colors, isVerbose: options.verbose }), context.program));
    return isTrusted(report.findings, report.needs) ? 0 : exitCodeOf.UNTRUSTED_ENVIRONMENT;
  },
};

/** Checks a fleet's store; this machine does not matter then. */
async function examineStore({ options, stdout, colors }: CommandContext, address: string): Promise<number> {
  const [{ checkStore }, { parseStore }] = await Promise.all([
    import('../../executor/queue/check-store.ts'),
    import('../../executor/queue/store.ts'),
  ]);
  const findings = await checkStore(parseStore(address));
  const marks = { ok: colors.green('✓'), note: colors.yellow('!'), bad: colors.red('✗') };
  if (options.json) stdout.write(`${JSON.stringify({ findings }, null, 2)}\n`);
  else for (const { severity, sentence } of findings) stdout.write(`${marks[severity]}  ${sentence}\n`);
  return findings.some(({ severity }) => severity === 'bad') ? exitCodeOf.UNTRUSTED_ENVIRONMENT : 0;
}

/** Tries the executor of `--execution`; this machine does not matter then. */
async function examineExecutor(context: CommandContext): Promise<number> {
  const { options, stdout, colors, signal } = context;
  const isGradio = parseExecution(options.execution).name === 'gradio';
  const task = isGradio ? await findPlainTask(context) : undefined;
  const libs = task?.libs ?? [];
  await using executor = await openFor(context, openExecutor, { libs, tasks: task ? [task] : [] });
  const probe = await probeExecutor(executor, { task, signal });
  if (options.json) stdout.write(`${JSON.stringify(buildProbeDocument(probe), null, 2)}\n`);
  else stdout.write(renderProbe(probe, colors));
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
  const needs = await loadTaskNeeds(await listTasksOf(environment));
  const attempts: string[] = [];
  const examination: Examination = {
    machine,
    needs,
    environment,
    ...(environment ? await examineSandbox(context, environment, attempts) : {}),
  };
  return {
    ...examination,
    attempts,
    keys: listKeys(context),
    endpoints: listEndpoints(context),
    findings: diagnose(examination),
  };
}

async function openLargest(context: CommandContext, dataFolder: string): Promise<Examination['environment']> {
  const path = context.options.env === undefined ? undefined : resolve(context.cwd, context.options.env);
  let installed: InstalledEnvironment;
  try {
    installed = await loadEnvironment({ dataFolder, path, isLargest: true });
  } catch (error) {
    if (path === undefined && error instanceof BigCodeBenchError && error.code === 'ENVIRONMENT') return undefined;
    throw error;
  }
  const { profile, pythonVersion } = installed.manifest;
  const lock = await loadLock({ profile, pythonVersion, platform: detectPlatform() });
  return { installed, lock: lock.distributions, problems: await checkEnvironment(installed) };
}

/** The tasks that the environment is for, if they are not the benchmark's own. */
async function listTasksOf(environment: Examination['environment']): Promise<readonly Task[] | undefined> {
  return environment?.installed.manifest.profile === 'starter'
    ? (await loadTasks({ subset: 'starter' })).tasks
    : undefined;
}

/** Imports everything where programs will run; if no sandbox can be started, that is a finding, not a failure. */
async function examineSandbox(
  { options, signal, progress, variables, cwd }: CommandContext,
  { installed, lock }: NonNullable<Examination['environment']>,
  attempts: string[],
): Promise<Pick<Examination, 'sandbox' | 'sandboxFault'>> {
  const { parallel, isolation } = options;
  try {
    const onLog = (line: string) => attempts.push(line);
    const request = { libs: undefined, env: installed.folder, allowDegraded: true, parallel, isolation, onLog };
    // Problems with the environment are separate findings.
    const around = { variables, cwd, signal, warn: () => {} };
    await using executor = await openExecutor(['local'], request, around);
    const line = progress({ label: 'importing in the sandbox', total: lock.length });
    const onLibrary = (done: number) => line.update(done);
    const features = await examineFeatures(executor.execute, signal);
    const libraries = await attestLibraries({ installed, lock, execute: executor.execute, signal, onLibrary });
    line.finish(`${libraries.filter(({ isImportable }) => isImportable).length} of ${lock.length} libraries`);
    return { sandbox: { level: executor.info.level, sizing: executor.sizing, libraries, features } };
  } catch (error) {
    if (signal.aborted || !(error instanceof BigCodeBenchError) || error.code === 'INVARIANT') throw error;
    return { sandboxFault: error.message };
  }
}

/** Which keys are set; never what they are. */
function listKeys({ variables }: CommandContext): DoctorReport['keys'] {
  const names = Object.values(providers).flatMap((provider) =>
    'keyVariables' in provider ? provider.keyVariables : [],
  );
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

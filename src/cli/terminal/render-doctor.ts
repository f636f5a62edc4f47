import type { createColors } from 'picocolors';
import { type Examination, type Finding, isTrusted, listLostTasks } from '../../environment/diagnose.ts';
import { describeWeakness } from '../../environment/weak-sandbox.ts';
import { renderTable } from '../../report/text-table.ts';
import type { ExecutorSizing } from '../../schema/executor-sizing.ts';

export interface DoctorReport extends Examination {
  /** What was said while choosing the sandbox level. */
  readonly attempts: readonly string[];
  readonly keys: Readonly<Record<string, boolean>>;
  /** Addresses set by environment variables, by variable. */
  readonly endpoints: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

/** The report for programs. */
export function buildDoctorDocument(report: DoctorReport) {
  const { environment, sandbox, findings } = report;
  return {
    trusted: isTrusted(findings, report.needs),
    machine: report.machine,
    environment: environment && {
      profile: environment.installed.manifest.profile,
      folder: environment.installed.folder,
      fingerprint: environment.installed.environment.fingerprint,
      python: environment.installed.manifest.pythonVersion,
      platform: environment.installed.manifest.platform,
      nltkData: environment.installed.environment.nltkData,
      problems: environment.problems,
    },
    sandbox: sandbox && {
      level: sandbox.level,
      sizing: sandbox.sizing,
      attempts: report.attempts,
      features: sandbox.features,
    },
    sandboxFault: report.sandboxFault,
    libraries: sandbox?.libraries ?? [],
    keys: report.keys,
    endpoints: report.endpoints,
    findings,
  };
}

export interface RenderDoctorOptions {
  readonly colors: ReturnType<typeof createColors>;
  readonly isVerbose: boolean;
}

/** What runs at once and why, and what limits memory. */
function describeSizing({ parallel, processes, isMemoryShort, memoryGroup }: ExecutorSizing): string[] {
  const counts = Object.entries(processes).map(([name, count]) => `${count} ${name}`);
  const reason = isMemoryShort ? 'as many as a quarter of the memory holds' : 'as many as the cores keep busy';
  const memory = memoryGroup
    ? `limited by control groups (version ${memoryGroup})`
    : 'looked at ten times a second; as root, or started by `systemd-run --user --scope`, control groups limit it';
  return [
    `${parallel} programs at once, more while some sleep; warm processes: ${counts.join(', ')}, ${reason}`,
    `memory of a program: ${memory}`,
  ];
}

/** The report for people: what there is, then what is wrong. */
export function renderDoctor(report: DoctorReport, { colors, isVerbose }: RenderDoctorOptions): string {
  const { machine, environment, sandbox, findings } = report;
  const libraries = sandbox?.libraries ?? [];
  const importable = libraries.filter(({ isImportable }) => isImportable).length;
  const features = sandbox?.features ?? [];
  const setKeys = Object.keys(report.keys).filter((name) => report.keys[name]);
  const mark = (isGood: boolean) => (isGood ? colors.green('✓') : colors.red('✗'));
  const isWeak = sandbox !== undefined && describeWeakness(sandbox.level) !== undefined;
  const rows = [
    ['', 'machine', `${machine.system}, ${machine.cores} cores, ${formatMb(machine.memoryMb)} memory`],
    [
      '',
      '',
      `/dev/shm ${formatMb(machine.sharedMemoryMb)}, disk ${formatMb(machine.freeDiskMb)} free, ${machine.timeZone}`,
    ],
    ['', 'Node', machine.isContainer ? `${machine.node}, in a container` : machine.node],
    [mark(environment !== undefined), 'environment', describeEnvironment(environment)],
    [isWeak ? colors.yellow('!') : mark(sandbox !== undefined), 'sandbox', sandbox ? `level ${sandbox.level}` : 'none'],
    ...(isWeak || sandbox === undefined ? listRefusals(report.attempts).map((line) => ['', '', line]) : []),
    ...(sandbox?.sizing ? describeSizing(sandbox.sizing).map((sentence) => ['', '', sentence]) : []),
    [
      mark(libraries.length > 0 && importable === libraries.length),
      'libraries',
      `${importable} of ${libraries.length} can be imported in the sandbox, in the locked versions`,
    ],
    [mark(features.length > 0 && features.every(({ works }) => works)), 'features', describeFeatures(features)],
    ['', 'keys', setKeys.length === 0 ? 'none set' : `${setKeys.join(', ')} set`],
    ...Object.entries(report.endpoints).map(([name, address]) => ['', name, address]),
  ];
  const parts = [renderTable(rows)];
  if (isVerbose) {
    const list = libraries.map((each) => [mark(each.isImportable), each.name, each.version, each.modules.join(' ')]);
    parts.push(renderTable(list, { indent: '  ' }), report.attempts.map((line) => `  ${line}`).join('\n'));
  }
  parts.push(findings.map((finding) => renderFinding(finding, colors)).join('\n'));
  const verdict = describeTrust(report, colors);
  return `${[...parts, verdict].filter((part) => part !== '').join('\n\n')}\n`;
}

/** Why the stronger levels were not reached, one line each. */
function listRefusals(attempts: readonly string[]): string[] {
  return attempts.filter((line) => line.startsWith('level '));
}

function renderFinding({ severity, sentence, fix, tasks }: Finding, colors: RenderDoctorOptions['colors']): string {
  const sign = severity === 'bad' ? colors.red('✗') : colors.yellow('!');
  const shown = `${tasks.slice(0, 12).map(shorten).join(', ')}${tasks.length > 12 ? ' …' : ''}`;
  const cost = tasks.length === 0 ? '' : `\n    ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}: ${shown}`;
  return `${sign} ${sentence}${cost}${fix === undefined ? '' : `\n    ${colors.dim(fix)}`}`;
}

function describeTrust({ findings, needs }: DoctorReport, colors: RenderDoctorOptions['colors']): string {
  const lost = listLostTasks(findings).length;
  if (!isTrusted(findings, needs)) return colors.red('Results from this machine cannot be trusted: see above.');
  const except = lost === 0 ? '' : `, except those of ${lost} of ${needs.total} tasks: see above`;
  return colors.green(`Results from this machine can be trusted${except}.`);
}

function shorten(taskId: string): string {
  return taskId.replace(/^BigCodeBench\//, '');
}

function describeEnvironment(environment: Examination['environment']): string {
  if (!environment) return 'none';
  const { manifest, environment: python } = environment.installed;
  const state = environment.problems.length === 0 ? 'as installed' : 'changed';
  return `${manifest.profile}, Python ${manifest.pythonVersion}, fingerprint ${python.fingerprint}, ${state}`;
}

function describeFeatures(features: readonly { name: string; works: boolean }[]): string {
  const working = features.filter(({ works }) => works).map(({ name }) => name);
  return working.length === 0 ? 'none' : working.join(', ');
}

function formatMb(size: number | undefined): string {
  if (size === undefined) return 'none';
  return size >= 1000 ? `${(size / 1000).toFixed(1)} GB` : `${size} MB`;
}

import { type Examination, type Finding, isTrusted, listLostTasks } from '../../environment/diagnose.ts';
import { describeWeakness } from '../../environment/weak-sandbox.ts';
import { renderTable } from '../../report/text-table.ts';
import type { ExecutorSizing } from '../../schema/executor-sizing.ts';
import type { CacheSize } from '../../store/cache-files.ts';
import { countOf } from '../../util/count-of.ts';
import type { CommandContext } from '../command.ts';

export interface DoctorReport extends Examination {
  /** What was said while choosing the sandbox level. */
  readonly attempts: readonly string[];
  readonly keys: Readonly<Record<string, boolean>>;
  /** Addresses set by environment variables, by variable. */
  readonly endpoints: Readonly<Record<string, string>>;
  readonly caches: Readonly<Record<string, CacheSize>>;
  /** How many tasks are known to be provable or not; undefined if that is known of none. */
  readonly provable?: { readonly tasks: number; readonly known: number; readonly provable: number } | undefined;
  readonly findings: readonly Finding[];
}

export function buildDoctorDocument({ needs, environment, sandbox, attempts, ...report }: DoctorReport) {
  const { installed, problems } = environment ?? {};
  return {
    trusted: isTrusted(report.findings, needs),
    environment: installed && {
      profile: installed.manifest.profile,
      folder: installed.folder,
      fingerprint: installed.environment.fingerprint,
      python: installed.manifest.pythonVersion,
      platform: installed.manifest.platform,
      nltkData: installed.environment.nltkData,
      problems,
    },
    sandbox: sandbox && { level: sandbox.level, sizing: sandbox.sizing, attempts, features: sandbox.features },
    libraries: sandbox?.libraries ?? [],
    ...report,
  };
}

type Colors = CommandContext['colors'];

function describeSizing({ parallel, processes, isMemoryShort, mostMemoryMb, memoryGroup }: ExecutorSizing): string[] {
  const counts = Object.entries(processes).map(([name, count]) => `${count} ${name}`);
  const reason = isMemoryShort ? 'limited to a quarter of the memory' : 'limited by the number of cores';
  const memory = memoryGroup
    ? `limited by control groups (version ${memoryGroup})`
    : 'checked ten times a second; run as root or with `systemd-run --user --scope` to use control groups';
  return [
    `${countOf(parallel, 'program')} at a time, more while some are idle; warm processes: ${counts.join(', ')} (${reason})`,
    `memory per program: at most ${formatMb(mostMemoryMb)} here, ${memory}`,
  ];
}

function describeCapacity({ cores, cpuQuota, memoryMb, isMemoryLimited }: DoctorReport['machine']): string {
  const quota = cpuQuota === undefined ? '' : ` (${Number(cpuQuota.toFixed(2))} granted by a CPU quota)`;
  const limit = isMemoryLimited ? ' (limited by a control group)' : '';
  return `${countOf(cores, 'core')}${quota}, ${formatMb(memoryMb)} memory${limit}`;
}

export function renderDoctor(report: DoctorReport, { colors, isVerbose }: { colors: Colors; isVerbose: boolean }) {
  const { machine, environment, sandbox, findings, provable } = report;
  const { libraries = [], features = [] } = sandbox ?? {};
  const setKeys = Object.keys(report.keys).filter((name) => report.keys[name]);
  const mark = (isGood: boolean) => (isGood ? colors.green('✓') : colors.red('✗'));
  const isWeak = sandbox !== undefined && describeWeakness(sandbox.level) !== undefined;
  const level = sandbox ? `level ${sandbox.level}` : environment ? 'none' : 'not tried: it needs a Python environment';
  // Why the stronger levels were not reached.
  const refusals = report.attempts.filter((line) => line.startsWith('level '));
  const tried = provable && provable.known < provable.tasks ? `, of ${provable.known} that were tried` : '';
  const caches = Object.entries(report.caches).map(
    ([name, { files, bytes }]) => `${name} ${formatMb(Math.round(bytes / 1e6))} in ${files} files`,
  );
  const shared = `/dev/shm ${formatMb(machine.sharedMemoryMb)}, disk ${formatMb(machine.freeDiskMb)} free`;
  const working = features.flatMap(({ name, works }) => (works ? [name] : []));
  const rows = [
    ['', 'machine', `${machine.system}, ${describeCapacity(machine)}`],
    ['', '', `${shared}, ${machine.timeZone}`],
    ['', 'Node', machine.isContainer ? `${machine.node}, in a container` : machine.node],
    [mark(environment !== undefined), 'environment', describeEnvironment(environment)],
    [isWeak ? colors.yellow('!') : mark(sandbox !== undefined), 'sandbox', level],
    ...(isWeak || sandbox === undefined ? refusals.map((line) => ['', '', line]) : []),
    ...(sandbox?.sizing ? describeSizing(sandbox.sizing).map((sentence) => ['', '', sentence]) : []),
    describeLibraries(report, mark),
    [mark(working.length > 0 && working.length === features.length), 'features', working.join(', ') || 'none'],
    ...(provable
      ? [['', 'provable', `${provable.provable} of ${provable.tasks} tasks under the separate judge${tried}`]]
      : []),
    ['', 'cache', `${caches.join(', ')}; \`bcb cache\` shows and prunes it`],
    ['', 'keys', setKeys.length === 0 ? 'none set' : `${setKeys.join(', ')} set`],
    ...Object.entries(report.endpoints).map(([name, address]) => ['', name, address]),
  ];
  const parts = [renderTable(rows)];
  if (isVerbose) {
    const list = libraries.map((each) => [mark(each.isImportable), each.name, each.version, each.modules.join(' ')]);
    parts.push(renderTable(list, { indent: '  ' }), report.attempts.map((line) => `  ${line}`).join('\n'));
  }
  parts.push(findings.map((finding) => renderFinding(finding, colors)).join('\n'));
  return `${[...parts, describeTrust(report, colors)].filter((part) => part !== '').join('\n\n')}\n`;
}

/** With --deep, what could be imported; otherwise what is installed. */
function describeLibraries({ environment, sandbox }: DoctorReport, mark: (isGood: boolean) => string): string[] {
  const libraries = sandbox?.libraries ?? [];
  if (libraries.length > 0) {
    const importable = libraries.filter(({ isImportable }) => isImportable).length;
    const sentence = `${importable} of ${libraries.length} can be imported in the sandbox, in the locked versions`;
    return [mark(importable === libraries.length), 'libraries', sentence];
  }
  if (!environment) return [mark(false), 'libraries', 'none'];
  const { lock, problems } = environment;
  const bad = new Set(problems.map(({ name }) => name));
  const good = lock.filter(({ name, isAvailable }) => isAvailable && !bad.has(name)).length;
  const sentence = `${good} of ${lock.length} are installed in the locked versions; \`bcb doctor --deep\` imports each`;
  return [mark(good === lock.length), 'libraries', sentence];
}

function renderFinding({ severity, sentence, fix, tasks }: Finding, colors: Colors): string {
  const sign = severity === 'bad' ? colors.red('✗') : colors.yellow('!');
  const ids = tasks.slice(0, 12).map((taskId) => taskId.replace(/^BigCodeBench\//, ''));
  const shown = `${ids.join(', ')}${tasks.length > 12 ? ' …' : ''}`;
  const cost = tasks.length === 0 ? '' : `\n    ${countOf(tasks.length, 'task')}: ${shown}`;
  return `${sign} ${sentence}${cost}${fix === undefined ? '' : `\n    ${colors.dim(fix)}`}`;
}

function describeTrust({ findings, needs }: DoctorReport, colors: Colors): string {
  const lost = listLostTasks(findings).length;
  if (!isTrusted(findings, needs)) return colors.red('Results from this machine cannot be trusted: see above.');
  const except = lost === 0 ? '' : `, except for ${lost} of ${needs.total} tasks: see above`;
  return colors.green(`Results from this machine can be trusted${except}.`);
}

function describeEnvironment(environment: Examination['environment']): string {
  if (!environment) return 'none';
  const { manifest, environment: python } = environment.installed;
  const state = environment.problems.length === 0 ? 'as installed' : 'changed';
  return `${manifest.profile}, Python ${manifest.pythonVersion}, fingerprint ${python.fingerprint}, ${state}`;
}

function formatMb(size: number | undefined): string {
  if (size === undefined) return 'none';
  return size >= 1000 ? `${(size / 1000).toFixed(1)} GB` : `${size} MB`;
}

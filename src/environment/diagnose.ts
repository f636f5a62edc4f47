import type { ExecutorSizing } from '../schema/executor-sizing.ts';
import type { LibraryAttestation } from './attest-libraries.ts';
import { canExecute, diagnosePlatform } from './diagnose-platform.ts';
import type { FeatureAttestation } from './examine-features.ts';
import type { MachineFacts } from './examine-machine.ts';
import type { InstalledEnvironment } from './load-environment.ts';
import type { LockedDistribution } from './lock.ts';
import type { TaskNeeds } from './task-needs.ts';
import type { EnvironmentProblem } from './verify-environment.ts';
import { describeWeakness } from './weak-sandbox.ts';

/** `bad`: results cannot be trusted; `note`: good to know. */
export interface Finding {
  readonly severity: 'bad' | 'note';
  readonly sentence: string;
  /** What to run or do. */
  readonly fix?: string;
  /** Ids of the affected tasks. */
  readonly tasks: readonly string[];
}

export interface Examination {
  readonly machine: MachineFacts;
  readonly needs: TaskNeeds;
  /** Absent if none is installed. */
  readonly environment?:
    | {
        readonly installed: InstalledEnvironment;
        readonly lock: readonly LockedDistribution[];
        readonly problems: readonly EnvironmentProblem[];
      }
    | undefined;
  /** Absent if no sandbox could be started. */
  readonly sandbox?:
    | {
        readonly level: string;
        readonly sizing?: ExecutorSizing | undefined;
        readonly libraries: readonly LibraryAttestation[];
        readonly features: readonly FeatureAttestation[];
      }
    | undefined;
  /** Why there is no sandbox. */
  readonly sandboxFault?: string | undefined;
}

const smallMemoryMb = 4000;

/** What is wrong on this machine, worst first, with the affected tasks. */
export function diagnose(examination: Examination): Finding[] {
  if (!canExecute(examination.machine)) return diagnosePlatform(examination.machine);
  const findings = [
    ...diagnosePlatform(examination.machine),
    ...diagnoseEnvironment(examination),
    ...diagnoseSandbox(examination),
    ...diagnoseMachine(examination),
  ];
  return findings.sort((a, b) => Number(a.severity === 'note') - Number(b.severity === 'note'));
}

/** The share of tasks that may be affected before results from this machine cannot be trusted: the default of `--min-gt`. */
const toleratedShare = 0.01;

/** Whether results count: nothing is broken for all tasks, and few tasks are affected. */
export function isTrusted(findings: readonly Finding[], needs: Pick<TaskNeeds, 'total'>): boolean {
  const bad = findings.filter(({ severity }) => severity === 'bad');
  return bad.every(({ tasks }) => tasks.length > 0) && listLostTasks(findings).length <= toleratedShare * needs.total;
}

/** The tasks whose results do not count on this machine. */
export function listLostTasks(findings: readonly Finding[]): string[] {
  return [...new Set(findings.filter(({ severity }) => severity === 'bad').flatMap(({ tasks }) => tasks))];
}

function diagnoseEnvironment({ environment, needs }: Examination): Finding[] {
  const install = '`bcb env install --profile full`';
  if (!environment) {
    return [{ severity: 'bad', sentence: 'No Python environment is installed.', fix: `run ${install}`, tasks: [] }];
  }
  const { installed, lock, problems } = environment;
  const { manifest } = installed;
  const changed: Finding[] = problems.map(({ name, detail, kind }) => ({
    severity: 'bad',
    sentence: `${name}: ${detail}.`,
    fix: `run \`bcb env install --profile ${manifest.profile}\``,
    tasks: kind === 'nltk' ? needs.ofFeature('nltk-data') : needs.ofDistribution(name),
  }));
  const gaps: Finding[] = lock
    .filter(({ isAvailable }) => !isAvailable)
    .map(({ name, version }) => ({
      severity: 'bad',
      sentence: `${name} ${version} has no wheel for ${manifest.platform} with Python ${manifest.pythonVersion}.`,
      fix: 'evaluate on linux x86_64, or in the image in docker/',
      tasks: needs.ofDistribution(name),
    }));
  // Others do not matter: no task of this profile imports them.
  const stdlib: Finding[] = optionalModules
    .filter((name) => !manifest.stdlib.includes(name) && needs.ofModules([name]).length > 0)
    .map((name) => ({
      severity: 'bad',
      sentence: `This Python was built without ${name}.`,
      fix: `run \`bcb env install --profile ${manifest.profile} --python PATH\` with a Python that has it`,
      tasks: needs.ofModules([name]),
    }));
  const isFallback = manifest.profile === 'full' && !manifest.pythonVersion.startsWith('3.10.');
  const fallback: Finding = {
    severity: 'note',
    sentence: `Python ${manifest.pythonVersion} is not the reference (3.10): some libraries have different versions.`,
    tasks: needs.ofFeature('python-3.11'),
  };
  const starter: Finding = {
    severity: 'note',
    sentence: 'Only the starter libraries are installed, which is enough for the starter tasks.',
    fix: `for the full benchmark, run ${install} (2.5 GB)`,
    tasks: [],
  };
  return [
    ...changed,
    ...gaps,
    ...stdlib,
    ...(isFallback ? [fallback] : []),
    ...(manifest.profile === 'starter' ? [starter] : []),
  ];
}

/** Parts of the standard library that some builds lack. */
const optionalModules = ['bz2', 'ctypes', 'curses', 'lzma', 'sqlite3', 'ssl', 'tkinter', 'turtle'];

function diagnoseSandbox({ sandbox, sandboxFault, environment, needs, machine }: Examination): Finding[] {
  if (!sandbox) {
    return sandboxFault === undefined ? [] : [{ severity: 'bad', sentence: sandboxFault, tasks: [] }];
  }
  const gaps = new Set(environment?.lock.filter(({ isAvailable }) => !isAvailable).map(({ name }) => name));
  const libraries: Finding[] = sandbox.libraries
    .filter(({ isImportable, name }) => !isImportable && !gaps.has(name))
    .map(({ name, version, reason }) => ({
      severity: 'bad',
      sentence: `${name} ${version} cannot be imported in the sandbox: ${reason}.`,
      fix: 'run `bcb env verify`',
      tasks: needs.ofDistribution(name),
    }));
  const features: Finding[] = sandbox.features
    .filter(({ works }) => !works)
    .map(({ name, reason }) => ({
      severity: 'bad',
      sentence: `${featureTitles[name] ?? name} does not work in the sandbox: ${reason}.`,
      ...(name === 'nltk-data' ? { fix: 'run `bcb env install --profile full --nltk-data DIR`' } : {}),
      tasks: needs.ofFeature(name),
    }));
  const weakness = describeWeakness(sandbox.level, machine);
  const level: Finding[] = weakness
    ? [{ severity: sandbox.level === 'none' ? 'bad' : 'note', ...weakness, tasks: [] }]
    : [];
  return [...libraries, ...features, ...level];
}

const featureTitles: Record<string, string> = {
  'nltk-data': 'NLTK data',
  'python-on-path': '`python` on the PATH',
  'temporary-files': 'Writing temporary files',
  'shared-memory': 'Shared memory',
  loopback: 'A server on loopback',
  'time-zone': 'The time zone UTC',
  utf8: 'UTF-8',
  fonts: "matplotlib's own font",
};

function diagnoseMachine({ machine, needs, environment }: Examination): Finding[] {
  const findings: Finding[] = [];
  if (machine.memoryMb < smallMemoryMb) {
    const sentence = `There are only ${machine.memoryMb} MB of memory: tasks with large models may be killed.`;
    findings.push({ severity: 'note', sentence, tasks: needs.ofModules(['tensorflow', 'keras']) });
  }
  if (environment?.installed.manifest.profile === 'full') {
    const sentence = 'The sandbox has no network; these tasks are listed as needing it.';
    findings.push({ severity: 'note', sentence, tasks: needs.ofFeature('network') });
  }
  return findings;
}

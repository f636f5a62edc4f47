import type { ExecutorSizing } from '../schema/executor-sizing.ts';
import { readJsonAsset } from '../util/read-asset.ts';
import type { AttestOptions, FeatureAttestation, LibraryAttestation } from './attest-sandbox.ts';
import type { MachineFacts } from './examine-machine.ts';
import type { TaskNeeds } from './task-needs.ts';
import type { EnvironmentProblem } from './verify-environment.ts';
import { describeWeakness } from './weak-sandbox.ts';

/** `bad`: results cannot be trusted; `note`: good to know. */
export interface Finding {
  readonly severity: 'bad' | 'note';
  readonly sentence: string;
  readonly fix?: string | undefined;
  /** Ids of the affected tasks; none if it concerns them all. */
  readonly tasks: readonly string[];
}

type CheckedEnvironment = Pick<AttestOptions, 'installed' | 'lock'> & {
  readonly problems: readonly EnvironmentProblem[];
};

export interface Examination {
  readonly machine: MachineFacts;
  readonly needs: TaskNeeds;
  /** Absent if none is installed. */
  readonly environment?: CheckedEnvironment | undefined;
  /** Absent if no sandbox could be started. */
  readonly sandbox?:
    | {
        readonly level: string;
        readonly sizing?: ExecutorSizing | undefined;
        readonly libraries: readonly LibraryAttestation[];
        readonly features: readonly FeatureAttestation[];
      }
    | undefined;
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

export function listLostTasks(findings: readonly Finding[]): string[] {
  return [...new Set(findings.filter(({ severity }) => severity === 'bad').flatMap(({ tasks }) => tasks))];
}

/** Whether programs can run on this machine at all: the sandbox is made of parts of the Linux kernel. */
export function canExecute({ platform }: Pick<MachineFacts, 'platform'>): boolean {
  return platform === 'linux';
}

const worksAnywhere = 'generate, sanitize, syncheck, inspect, compare, report and view work here';
const elsewhere =
  'run programs elsewhere with --execution http:URL, e2b, or exec:"ssh host bcb worker --stdio", or in the image of docker/';

/** What works on a system other than plain Linux. */
export function diagnosePlatform({ platform, kernel }: Pick<MachineFacts, 'platform' | 'kernel'>): Finding[] {
  if (!canExecute({ platform })) {
    const name = platform === 'darwin' ? 'macOS' : platform === 'win32' ? 'Windows' : platform;
    const fix = platform === 'win32' ? `use WSL 2 (\`wsl --install\`), or ${elsewhere}` : elsewhere;
    return [bad(`${name} cannot run programs: the sandbox needs Linux. ${worksAnywhere}.`, fix)];
  }
  // WSL 2 is a Linux kernel built by Microsoft (`…-microsoft-standard-WSL2`); WSL 1 imitates one (`…-Microsoft`).
  if (/microsoft-standard|WSL2/.test(kernel)) {
    return [note('This is WSL 2, which has a Linux kernel: everything works here that works on Linux.')];
  }
  if (!/Microsoft/.test(kernel)) return diagnoseKernel(kernel);
  const sentence = `This is WSL 1, which cannot run programs: the sandbox needs a Linux kernel. ${worksAnywhere}.`;
  return [bad(sentence, 'switch to WSL 2: `wsl --set-version DISTRIBUTION 2`')];
}

/** Since this Linux there is all that the sandbox calls: namespaces by process descriptor (5.8), close_range (5.9). */
const oldestKernel = '5.9';
/** Since then the kernel counts processes per user namespace; before, samples of one user share the count. */
const countingKernel = '5.14';

function diagnoseKernel(kernel: string): Finding[] {
  const isBefore = (version: string) => kernel.localeCompare(version, 'en', { numeric: true }) < 0;
  if (isBefore(oldestKernel)) return [bad(`Linux ${kernel} is too old: the sandbox needs ${oldestKernel}.`, elsewhere)];
  if (!isBefore(countingKernel)) return [];
  const sentence = `Linux ${kernel} counts the processes of all programs together: one with many can make others fail.`;
  return [note(sentence, `use Linux ${countingKernel} or later`)];
}

function diagnoseEnvironment({ environment, needs }: Examination): Finding[] {
  const install = '`bcb env install --profile full`';
  if (!environment) {
    const fix = `run \`bcb env install\` for the starter tasks, or ${install} (2.5 GB) for the benchmark`;
    return [bad('No Python environment is installed.', fix)];
  }
  const { installed, lock, problems } = environment;
  const { profile, platform, pythonVersion, stdlib } = installed.manifest;
  const reinstall = `run \`bcb env install --profile ${profile}`;
  const findings = problems.map(({ name, detail, kind }) => {
    const tasks = kind === 'nltk' ? needs.ofFeature('nltk-data') : needs.ofDistribution(name);
    return bad(`${name}: ${detail}.`, `${reinstall}\``, tasks);
  });
  for (const { name, version } of lock.filter(({ isAvailable }) => !isAvailable)) {
    const sentence = `${name} ${version} has no wheel for ${platform} with Python ${pythonVersion}.`;
    const fix = 'evaluate on linux x86_64, or in the image in docker/';
    findings.push(bad(sentence, fix, needs.ofDistribution(name)));
  }
  for (const name of optionalModules.filter((each) => !stdlib.includes(each))) {
    const tasks = needs.ofModules([name]);
    const fix = `${reinstall} --python PATH\` with a Python that has it`;
    // Others do not matter: no task of this profile imports them.
    if (tasks.length > 0) findings.push(bad(`This Python was built without ${name}.`, fix, tasks));
  }
  if (profile === 'full' && !pythonVersion.startsWith('3.10.')) {
    const sentence = `Python ${pythonVersion} is not the reference (3.10): some libraries have different versions.`;
    findings.push(note(sentence, undefined, needs.ofFeature('python-3.11')));
  }
  if (profile === 'starter') {
    const sentence = 'Only the starter libraries are installed, which is enough for the starter tasks.';
    findings.push(note(sentence, `for the full benchmark, run ${install} (2.5 GB)`));
  }
  return findings;
}

const toFinding =
  (severity: Finding['severity']) =>
  (sentence: string, fix?: string, tasks: readonly string[] = []): Finding => ({ severity, sentence, fix, tasks });
const bad = toFinding('bad');
const note = toFinding('note');

/** Parts of the standard library that some builds lack. */
const optionalModules = ['bz2', 'ctypes', 'curses', 'lzma', 'sqlite3', 'ssl', 'tkinter', 'turtle'];

function diagnoseSandbox({ sandbox, sandboxFault, environment, needs, machine }: Examination): Finding[] {
  if (!sandbox) return sandboxFault === undefined ? [] : [bad(sandboxFault)];
  const gaps = new Set(environment?.lock.filter(({ isAvailable }) => !isAvailable).map(({ name }) => name));
  const findings: Finding[] = [];
  for (const { name, version, reason, isImportable } of sandbox.libraries) {
    if (isImportable || gaps.has(name)) continue;
    const sentence = `${name} ${version} cannot be imported in the sandbox: ${reason}.`;
    findings.push(bad(sentence, 'run `bcb env verify`', needs.ofDistribution(name)));
  }
  for (const { name, reason } of sandbox.features.filter(({ works }) => !works)) {
    const sentence = `${featureTitles[name] ?? name} does not work in the sandbox: ${reason}.`;
    const fix = name === 'nltk-data' ? 'run `bcb env install --profile full --nltk-data DIR`' : undefined;
    findings.push(bad(sentence, fix, needs.ofFeature(name)));
  }
  const weakness = describeWeakness(sandbox.level, machine);
  if (!weakness) return findings;
  return [...findings, (sandbox.level === 'none' ? bad : note)(weakness.sentence, weakness.fix)];
}

const featureTitles = readJsonAsset<Readonly<Record<string, string>>>('sandbox-features.json');

function diagnoseMachine({ machine, needs, environment }: Examination): Finding[] {
  const findings: Finding[] = [];
  if (machine.memoryMb < smallMemoryMb) {
    const sentence = `There are only ${machine.memoryMb} MB of memory: tasks with large models may be killed.`;
    findings.push(note(sentence, undefined, needs.ofModules(['tensorflow', 'keras'])));
  }
  if (environment?.installed.manifest.profile === 'full') {
    const sentence = 'The sandbox has no network; these tasks are listed as needing it.';
    findings.push(note(sentence, undefined, needs.ofFeature('network')));
  }
  return findings;
}

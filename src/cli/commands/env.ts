import { resolve } from 'node:path';
import { resolveDataFolder } from '../../environment/data-folder.ts';
import { type InstallStep, installEnvironment } from '../../environment/install-environment.ts';
import {
  type InstalledEnvironment,
  largestOf,
  listEnvironments,
  listProgramEnvironments,
} from '../../environment/load-environment.ts';
import { checkEnvironment, type EnvironmentProblem, verifyEnvironment } from '../../environment/verify-environment.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { renderTable } from '../../report/text-table.ts';
import type { Profile } from '../../schema/python-environment.ts';
import { type Command, type CommandContext, runSubcommand } from '../command.ts';

const handlers = {
  ...{ install: runInstall, show: runShow, verify: runVerify, path: runPath },
  upgrade: async (context: CommandContext) => (await import('./env-upgrade.ts')).runUpgrade(context),
};

export const envCommand: Command = (context) => runSubcommand('env', handlers, context);

async function runInstall(context: CommandContext): Promise<void> {
  const { options, stderr } = context;
  const { installed, isNew } = await installWithProgress(context, options.profile);
  const { pythonVersion, fingerprint } = installed.environment;
  const { distributions, nltk } = installed.manifest;
  const lacks = nltk === undefined && distributions.some(({ name }) => name === 'nltk') ? ' without NLTK data' : '';
  const words = `${options.profile} environment ${isNew ? 'installed' : 'is already installed'}${lacks}`;
  const facts = `${distributions.length} libraries, Python ${pythonVersion}, fingerprint ${fingerprint}`;
  context.print({ ...describe(installed), isNew }, '');
  if (!options.json && !options.quiet) stderr.write(`${words}: ${facts}\n`);
}

export function installWithProgress(context: CommandContext, profile: Profile, lockFolder?: string) {
  const { options, cwd, variables, signal, warn } = context;
  const show = showSteps(context);
  return installEnvironment({
    profile,
    variables,
    lockFolder,
    signal,
    warn,
    onStep: show.onStep,
    dataFolder: resolveDataFolder(variables),
    python: options.python?.includes('/') ? resolve(cwd, options.python) : options.python,
    nltkData: options.nltkData === undefined ? undefined : resolve(cwd, options.nltkData),
  }).finally(show.finish);
}

const stepWords: Record<InstallStep['step'], string> = {
  wait: 'waiting for another installation',
  python: 'looking for Python',
  uv: 'fetching uv',
  download: 'installing',
  bytecode: 'compiling',
  fonts: 'building the font cache',
  nltk: 'NLTK data',
};

function showSteps({ progress }: CommandContext) {
  let shown: { line: ReturnType<CommandContext['progress']>; label: string } | undefined;
  const finish = () => {
    shown?.line.finish('done');
    shown = undefined;
  };
  return {
    finish,
    onStep(step: InstallStep) {
      const label = stepWords[step.step];
      if (shown?.label !== label) {
        finish();
        shown = { label, line: progress({ label, total: 'total' in step ? step.total : undefined }) };
      }
      shown.line.update('done' in step ? step.done : 0);
    },
  };
}

async function runShow(context: CommandContext): Promise<void> {
  const { variables, colors, program } = context;
  const installed = await listEnvironments(resolveDataFolder(variables));
  const check = async (each: InstalledEnvironment) => ({ ...describe(each), problems: await checkEnvironment(each) });
  const checked = await Promise.all(installed.map(check));
  const texts = checked.map((each) => {
    const state = each.problems.length === 0 ? colors.green('as installed') : colors.red('changed');
    const rows = [
      ['libraries', `${each.libraries}`],
      ['Python', `${each.python} on ${each.platform}, ${each.pythonHome}`],
      ['fingerprint', each.fingerprint],
      ['NLTK data', each.nltkData ?? 'none'],
      ['state', [state, ...each.problems.map(renderProblem)].join('; ')],
      ['folder', each.folder],
    ];
    return `${colors.bold(each.profile)}\n${renderTable(rows, { indent: '  ' })}\n`;
  });
  const none = `No environment is installed: run \`${program} env install\`.\n`;
  context.print({ environments: checked }, texts.join('') || none);
}

async function runVerify(context: CommandContext): Promise<number> {
  const { progress, signal, colors } = context;
  const results = [];
  for (const installed of await listSelected(context)) {
    const label = `verifying ${installed.manifest.profile}`;
    const line = progress({ label, total: installed.manifest.distributions.length });
    const onDistribution = (done: number) => line.update(done);
    const problems = await verifyEnvironment(installed, { signal, onDistribution }).finally(() => line.finish());
    results.push({ ...describe(installed), problems });
  }
  const lines = results.map(({ profile, libraries, problems }) => {
    const bad = problems.map((problem) => `\n  ${colors.red(problem.kind)}  ${renderProblem(problem)}`).join('');
    return `${profile}  ${bad || `${colors.green('ok')}: ${libraries} libraries match the lock`}\n`;
  });
  context.print({ environments: results }, lines.join(''));
  return results.some(({ problems }) => problems.length > 0) ? 2 : 0;
}

async function runPath(context: CommandContext): Promise<void> {
  const list = isAnyProfile(context) ? listProgramEnvironments : listEnvironments;
  context.stdout.write(`${largestOf(await listSelected(context, list))?.folder}\n`);
}

const isAnyProfile = ({ origins }: CommandContext) => origins.get('profile') === 'default';

/** All installed environments, or those of the requested profile and Python; none is an error. */
async function listSelected(context: CommandContext, list = listEnvironments): Promise<InstalledEnvironment[]> {
  const { options, variables } = context;
  const isOf = ({ manifest }: InstalledEnvironment) =>
    (isAnyProfile(context) || manifest.profile === options.profile) &&
    (options.python === undefined || manifest.pythonVersion.startsWith(`${options.python}.`));
  const selected = (await list(resolveDataFolder(variables))).filter(isOf);
  if (selected.length > 0) return selected;
  const what = `No such environment is installed: run \`bcb env install --profile ${options.profile}\`.`;
  throw new BigCodeBenchError('ENVIRONMENT', what);
}

function describe({ folder, manifest, environment }: InstalledEnvironment) {
  return {
    profile: manifest.profile,
    folder,
    fingerprint: environment.fingerprint,
    python: manifest.pythonVersion,
    pythonHome: manifest.pythonHome,
    platform: manifest.platform,
    lock: manifest.lockHash,
    libraries: manifest.distributions.length,
    nltkData: environment.nltkData,
    installedAt: manifest.installedAt,
  };
}

const renderProblem = ({ name, detail }: EnvironmentProblem) => `${name}: ${detail}`;

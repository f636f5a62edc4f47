import type { Surroundings } from '../run/surroundings.ts';
import type { Profile } from '../schema/python-environment.ts';
import type { CommandContext } from './command.ts';
import { confirm } from './terminal/confirm.ts';
import { showDownload } from './terminal/show-download.ts';

/** What the library may use of the outside world. With --yes, a missing environment is installed. */
export function surroundingsOf(context: CommandContext): Surroundings {
  const { variables, cwd, signal, warn, options } = context;
  const installProfile = options.yes ? (profile: Profile) => install(context, profile) : undefined;
  const pullModel = async (name: string) => {
    const { ensureLocalModel } = await import('./commands/local-model.ts');
    await ensureLocalModel(context, name);
  };
  return {
    variables,
    cwd,
    signal,
    warn,
    installProfile,
    pullModel,
    confirm: (question) => confirm(context, question),
    onDownload: showDownload(context),
  };
}

async function install({ variables, signal, warn, progress }: CommandContext, profile: Profile): Promise<void> {
  const [{ resolveDataFolder }, { installEnvironment }] = await Promise.all([
    import('../environment/data-folder.ts'),
    import('../environment/install-environment.ts'),
  ]);
  const line = progress({ label: `installing the ${profile} environment`, total: undefined });
  await installEnvironment({
    profile,
    dataFolder: resolveDataFolder(variables),
    variables,
    signal,
    warn,
    onStep: (step) => line.update('done' in step ? step.done : 0, step.step),
  }).finally(() => line.finish('done'));
}

import { resolveDataFolder } from '../data-folder.ts';
import { type InstalledEnvironment, loadEnvironment } from '../load-environment.ts';

/** The environment of today's libraries on this machine, where it is installed; of one Python: `modern-cp312`. */
export async function findModern(name = 'modern'): Promise<InstalledEnvironment | undefined> {
  const dataFolder = resolveDataFolder(process.env);
  return loadEnvironment({ dataFolder, path: name }).catch(() => undefined);
}

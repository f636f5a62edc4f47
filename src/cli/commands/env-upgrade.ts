import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildWorldFacts, listChanged, listWorldFacts } from '../../dataset/world-facts.ts';
import { resolveDataFolder, resolveWorldsFolder } from '../../environment/data-folder.ts';
import { getUv } from '../../environment/get-uv.ts';
import type { InstalledEnvironment } from '../../environment/load-environment.ts';
import { pythonTag, requireLock, shippedFolder, supportedPythons } from '../../environment/lock.ts';
import { herePlatforms, linesOf, readPins, resolveLock } from '../../environment/resolve-lock.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import { checkGroundTruth } from '../../evaluate/ground-truth/check-ground-truth.ts';
import type { GroundTruth } from '../../schema/proof.ts';
import { worldOf } from '../../schema/python-environment.ts';
import { writeFileAtomic } from '../../util/atomic-file.ts';
import { type CommandContext, loadTasksFor, openFor } from '../command.ts';
import { installWithProgress } from './env.ts';

/** `bcb env upgrade --profile modern`: a lock of today beside the earlier ones, and which tasks do otherwise with it. */
export async function runUpgrade(context: CommandContext): Promise<void> {
  const { options, variables, signal, print } = context;
  const pythons = supportedPythons('modern');
  const { profile, python = pythons[0] ?? '' } = options;
  if (profile !== 'modern') {
    throw usageError('Only today’s libraries have later versions: `bcb env upgrade --profile modern --python 3.13`.');
  }
  requireLock(python, pythons);
  const folder = resolveWorldsFolder(variables);
  const name = `modern-${pythonTag(python)}`;
  const date = new Date().toISOString().slice(0, 10);
  const uv = await getUv({ dataFolder: resolveDataFolder(variables), variables, signal });
  const requirements = linesOf(await readFile(join(shippedFolder, 'modern.in'), 'utf8'));
  const body = await resolveLock({ uv, requirements, python, platforms: herePlatforms(), signal });
  const shipped = new Set(readPins(await readFile(join(shippedFolder, `${name}.txt`), 'utf8')));
  const libraries = readPins(body).filter((pin) => !shipped.has(pin));
  await mkdir(join(folder, date), { recursive: true });
  const head = `# Python ${python}, ${date}. Written by \`bcb env upgrade\`.`;
  await writeFile(join(folder, date, `${name}.txt`), `${head}\n${body}`);
  const named = { ...context, options: { ...options, python } };
  const { installed } = await installWithProgress(named, profile, join(folder, date));
  const world = worldOf(installed.environment.fingerprint) ?? '';
  const earlier = listWorldFacts(folder).find((facts) => facts.world.startsWith(`${name}-`));
  const { facts, tasks } = await measureWorld(context, installed, world);
  await writeFileAtomic(join(folder, `${world}.json`), `${JSON.stringify(facts, null, 1)}\n`);
  const changed = listChanged(tasks, earlier, facts);
  const lines = changed.map(({ task_id, before: was, now, says = '' }) => `${task_id}: ${was} → ${now}  ${says}\n`);
  const before = earlier?.world ?? 'what was known';
  const summary = `${libraries.length} libraries differ from the shipped lock, and ${changed.length} of ${tasks.length} tasks do otherwise than in ${before}. Use it with --env ${world}.\n`;
  print({ world, lock: join(folder, date, `${name}.txt`), libraries, tasks: changed }, `${lines.join('')}${summary}`);
}

async function measureWorld(context: CommandContext, { folder }: InstalledEnvironment, world: string) {
  const { tasks, taskSet } = await loadTasksFor({ ...context, options: { ...context.options, subset: 'full' } }, []);
  const options = { ...context.options, env: folder };
  await using executor = await openFor({ ...context, options }, { tasks });
  const runAll = async (due: typeof tasks) => {
    const progress = context.progress({ label: 'reference solutions', total: due.length });
    const round = new Map<string, GroundTruth>();
    for await (const groundTruth of checkGroundTruth({ tasks: due, executor, reruns: 0, signal: context.signal })) {
      round.set(groundTruth.taskId, groundTruth);
      progress.update(round.size);
    }
    progress.finish();
    return round;
  };
  const first = await runAll(tasks);
  // It may have failed by chance, or for want of time beside the others.
  const again = await runAll(tasks.filter(({ id }) => first.get(id)?.state.state === 'broken'));
  return { tasks, facts: buildWorldFacts({ world, dataset: taskSet.version }, [first, again]) };
}

import { knownToNeedNetwork, publishedIds } from '../../dataset/public-tasks.ts';
import { listWorldFacts, type WorldFact } from '../../dataset/world-facts.ts';
import { resolveWorldsFolder } from '../../environment/data-folder.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import { renderTable } from '../../report/text-table.ts';
import type { CommandContext } from '../command.ts';

/** `bcb dataset facts --profile modern`: which reference solutions pass in another world, and why the others do not. */
export async function runFacts(context: CommandContext): Promise<void> {
  const { options, origins, variables } = context;
  const profile = origins.get('profile') === 'default' ? 'modern' : options.profile;
  const { python, world, fails } = profile === 'modern' ? factsOf(options.python, variables) : benchmarkFacts;
  const tasks = publishedIds.map((task_id) => {
    const fact = fails[task_id];
    return fact ? { task_id, holds: false, ...fact } : { task_id, holds: true };
  });
  const failing = tasks.filter((task) => !task.holds);
  const rows = Object.entries(fails).map(([id, { why, api = '', says = '' }]) => [id, why, api, says]);
  const table = renderTable([['TASK', 'WHY', 'API', 'SAYS'], ...rows], { hasHead: true, width: context.width });
  const sentence = `${tasks.length - failing.length} of ${tasks.length} tasks hold in the world ${world}, Python ${python}`;
  context.print({ profile, python, world, tasks }, `${table}\n${sentence}\n`);
}

const network: WorldFact = { why: 'network' };
const benchmarkFacts = {
  python: '3.10',
  world: 'full',
  fails: Object.fromEntries([...knownToNeedNetwork].map((id) => [id, network])) as Readonly<Record<string, WorldFact>>,
};

function factsOf(python: string | undefined, variables: CommandContext['variables']) {
  const tag = python === undefined ? '' : `modern-cp${python.replaceAll('.', '')}-`;
  const facts = listWorldFacts(resolveWorldsFolder(variables)).find(({ world }) => world.startsWith(tag));
  if (!facts) throw usageError(`Nothing is known of today's world on Python ${python}: use 3.12 or 3.13.`);
  const [, minor = ''] = /^modern-cp3(\d+)-/.exec(facts.world) ?? [];
  return { ...facts, python: `3.${minor}` };
}

import type { Optional } from '../../schema/optional.ts';
import { clip, renderTable, type TableOptions } from '../text-table.ts';

const counts = ['samples', 'fails_a', 'fails_b', 'only_a', 'only_b'] as const;

interface Library extends Readonly<Record<(typeof counts)[number], number>> {
  readonly name: string;
  readonly moved: readonly { readonly api: string; readonly samples: number }[];
}

/** What `compare --worlds` prints, from its document. */
interface RenderedWorlds extends Readonly<Record<'samples' | 'left_out', number>> {
  readonly summary: string;
  readonly by_library: readonly Library[];
  readonly moved: readonly (Readonly<Record<'task_id' | 'passes_in' | 'why', string>> &
    Optional<Record<'api' | 'says', string>>)[];
}

export function renderWorlds(worlds: RenderedWorlds, { width, listed }: TableOptions & { listed: number }): string {
  const libraries = worlds.by_library.filter(({ only_a, only_b }) => only_a + only_b > 0).slice(0, listed);
  const rows = libraries.map((each) => [
    each.name,
    ...counts.map((count) => String(each[count])),
    clip(each.moved.map(({ api, samples }) => `${api} ${samples}`).join(', '), 60),
  ]);
  const head = ['LIBRARY', 'ANSWERS', 'FAIL IN A', 'FAIL IN B', 'ONLY A', 'ONLY B', 'MOVED'];
  const answers = worlds.moved.slice(0, listed).map(({ task_id, passes_in, why, api, says = '' }) => {
    return [task_id, passes_in.toUpperCase(), api ?? why, clip(says, 80)];
  });
  return [
    `${worlds.summary} ${worlds.samples} answers are compared, ${worlds.left_out} left out.`,
    renderTable([head, ...rows], { right: [1, 2, 3, 4, 5], hasHead: true, width }),
    renderTable([['TASK', 'PASSES IN', 'MOVED', 'ELSEWHERE'], ...answers], { hasHead: true, width }),
    '',
  ].join('\n\n');
}

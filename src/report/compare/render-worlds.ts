import { clip } from '../one-line.ts';
import { renderTable, type TextStyle } from '../text-table.ts';

/** What `compare --worlds` prints, from its document. */
interface RenderedWorlds {
  readonly summary: string;
  readonly samples: number;
  readonly left_out: number;
  readonly by_library: readonly {
    readonly name: string;
    readonly samples: number;
    readonly fails_a: number;
    readonly fails_b: number;
    readonly only_a: number;
    readonly only_b: number;
    readonly moved: readonly { readonly api: string; readonly samples: number }[];
  }[];
  readonly moved: readonly {
    readonly task_id: string;
    readonly passes_in: string;
    readonly why: string;
    readonly api?: string | undefined;
    readonly says?: string | undefined;
  }[];
}

export function renderWorlds(
  worlds: RenderedWorlds,
  { width, listed }: TextStyle & { readonly listed: number },
): string {
  const libraries = worlds.by_library.filter(({ only_a, only_b }) => only_a + only_b > 0).slice(0, listed);
  const rows = libraries.map((each) => [
    each.name,
    ...[each.samples, each.fails_a, each.fails_b, each.only_a, each.only_b].map(String),
    clip(each.moved.map(({ api, samples }) => `${api} ${samples}`).join(', '), 60),
  ]);
  const head = ['LIBRARY', 'ANSWERS', 'FAIL IN A', 'FAIL IN B', 'ONLY A', 'ONLY B', 'MOVED'];
  const answers = worlds.moved
    .slice(0, listed)
    .map(({ task_id, passes_in, why, api, says = '' }) => [
      task_id,
      passes_in.toUpperCase(),
      api ?? why,
      clip(says, 80),
    ]);
  return [
    `${worlds.summary} ${worlds.samples} answers are compared, ${worlds.left_out} left out.`,
    renderTable([head, ...rows], { right: [1, 2, 3, 4, 5], hasHead: true, width }),
    renderTable([['TASK', 'PASSES IN', 'MOVED', 'ELSEWHERE'], ...answers], { hasHead: true, width }),
    '',
  ].join('\n\n');
}

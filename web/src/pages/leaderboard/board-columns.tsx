import type { ReactNode } from 'react';
import type { BoardModel, Leaderboard } from '../../../../src/schema/leaderboard.ts';
import type { Domain } from '../../../../src/schema/task.ts';
import { zoomTo } from '../../charts/zoom.ts';
import type { TableColumn } from '../../ui/data-table.tsx';
import { EstimateBar } from '../../ui/estimate.tsx';
import { formatDate, formatDollars, formatTokens } from '../../ui/format.ts';
import { RunLabel } from '../../ui/run-label.tsx';

const none = <span className="text-faint">–</span>;

/** What every board begins with. */
const nameColumns: readonly TableColumn<BoardModel>[] = [
  {
    id: 'rank',
    title: 'rank',
    value: ({ rank }) => rank ?? undefined,
    isOnLine: true,
    className: 'w-28 whitespace-nowrap tabular-nums',
    cell: ({ rank, rank_range: range }) => (
      <>
        <span className="font-semibold">{rank ?? '–'}</span>
        {range !== null && range[0] !== range[1] && (
          <span className="ml-2 text-faint text-small">
            {range[0]}–{range[1]}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'model',
    title: 'model',
    isTitle: true,
    value: ({ model }) => model,
    className: 'max-w-[14rem] xl:max-w-[24rem]',
    cell: ({ model, link, type, has_verdicts: hasVerdicts }) => (
      <span className="flex items-center gap-2">
        <span className="min-w-0 font-medium">
          <OuterLink address={link}>
            <RunLabel name={model} />
          </OuterLink>
        </span>
        {type === 'base' && <span className="text-faint text-small">base</span>}
        {!hasVerdicts && <span className="text-faint text-small">published number</span>}
      </span>
    ),
  },
];

/** The columns that at least one model has something to say in. */
export function createBoardColumns(board: Leaderboard): TableColumn<BoardModel>[] {
  const { models, ranked_by: rankedBy } = board;
  const domain = zoomTo(
    models.flatMap(({ interval }) => (interval ? [[interval[0] / 100, interval[1] / 100] as const] : [])),
  );
  const has = (field: keyof BoardModel) => models.some((model) => model[field] !== null);
  const number = (id: keyof BoardModel, title: string, digits = 1): TableColumn<BoardModel> => ({
    id,
    title,
    align: 'right',
    value: (model) => numberOf(model, id),
    cell: (model) => {
      const value = numberOf(model, id);
      return value === undefined ? none : value.toFixed(digits);
    },
    isWideOnly: id !== rankedBy,
    isOnLine: id === rankedBy,
  });
  return [
    ...nameColumns,
    ...(has('tier')
      ? [
          {
            id: 'tier',
            title: 'tier',
            value: ({ tier }: BoardModel) => tier ?? undefined,
            cell: ({ tier }: BoardModel) =>
              tier === null ? none : <span className="rounded bg-sunken px-2 text-small tabular-nums">{tier}</span>,
          },
        ]
      : []),
    {
      id: 'interval',
      title: `95% interval, ${Math.round(100 * domain[0])} to ${Math.round(100 * domain[1])}`,
      className: 'w-56 max-lg:w-auto',
      cell: (model) => <Interval domain={domain} model={model} score={numberOf(model, rankedBy)} />,
    },
    ...(['average', 'complete', 'instruct'] as const).filter(has).map((split) => number(split, split)),
    ...(has('hard') ? [number('hard', 'hard')] : []),
    ...(has('elo') ? [number('elo', 'Elo', 0)] : []),
    ...(has('size')
      ? [{ ...number('size', 'size'), cell: ({ size }: BoardModel) => (size === null ? none : `${size}B`) }]
      : []),
    ...(has('date') ? [dateColumn] : []),
    ...(has('output_tokens')
      ? [
          {
            ...number('output_tokens', 'tokens'),
            cell: ({ output_tokens: tokens }: BoardModel) => (tokens === null ? none : formatTokens(tokens)),
          },
        ]
      : []),
    ...(has('cost_usd')
      ? [
          {
            ...number('cost_usd', 'cost'),
            cell: ({ cost_usd: cost }: BoardModel) => (cost ? formatDollars(cost) : none),
          },
        ]
      : []),
  ];
}

const dateColumn: TableColumn<BoardModel> = {
  id: 'date',
  title: 'date',
  value: ({ date }) => date ?? undefined,
  className: 'whitespace-nowrap text-soft',
  cell: ({ date }) => (date === null ? none : formatDate(date, 'day')),
  isWideOnly: true,
};

/** The score that ranks, by domain. */
export function createDomainColumns({ models, ranked_by: rankedBy }: Leaderboard): TableColumn<BoardModel>[] {
  const domains = [...new Set(models.flatMap((model) => Object.keys(model.domains)))].sort() as Domain[];
  return [
    ...nameColumns,
    {
      id: rankedBy,
      title: rankedBy,
      isOnLine: true,
      align: 'right',
      value: (model) => numberOf(model, rankedBy),
      cell: (model) => <span className="font-semibold">{numberOf(model, rankedBy)?.toFixed(1)}</span>,
    },
    ...domains.map(
      (domain): TableColumn<BoardModel> => ({
        id: domain,
        title: domain,
        align: 'right',
        value: (model) => model.domains[domain],
        cell: (model) => model.domains[domain]?.toFixed(1) ?? none,
      }),
    ),
  ];
}

/** A name that leads to the model's own page, where its address is one that a browser may open. */
function OuterLink({ address, children }: { readonly address: string | null; readonly children: ReactNode }) {
  if (address === null || !/^https?:\/\//.test(address)) return children;
  return (
    <a className="hover:underline" href={address} rel="noreferrer">
      {children}
    </a>
  );
}

function numberOf(model: BoardModel, id: keyof BoardModel): number | undefined {
  const value = model[id];
  return typeof value === 'number' ? value : undefined;
}

interface IntervalProps {
  readonly model: BoardModel;
  readonly score: number | undefined;
  readonly domain: readonly [number, number];
}

function Interval({ model, score, domain }: IntervalProps) {
  const { interval } = model;
  if (interval === null || score === undefined) return none;
  const [low, high] = interval;
  return (
    <span className="flex items-center gap-3">
      <span className="w-28 max-lg:w-20">
        <EstimateBar domain={domain} estimate={{ value: score / 100, interval: [low / 100, high / 100] }} />
      </span>
      <span className="w-20 whitespace-nowrap text-faint max-lg:text-right text-small tabular-nums">
        {low.toFixed(1)}–{high.toFixed(1)}
      </span>
    </span>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { BoardModel } from '../../../../src/schema/leaderboard.ts';
import type { LeaderboardDocument } from '../../../../src/schema/view/overview-document.ts';
import { useData } from '../../data/use-data.ts';
import { ColumnMenu } from '../../ui/column-menu.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SearchField } from '../../ui/fields.tsx';
import { formatCount, plural } from '../../ui/format.ts';
import { keepColumns } from '../../ui/hidden-columns.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Command, Empty, Resolved } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useRemembered } from '../../ui/use-remembered.ts';
import { createBoardColumns, createDomainColumns } from './board-columns.tsx';
import { BoardFilters, pickModels } from './board-filters.tsx';
import { listUnranked } from './list-unranked.ts';
import { ScoreScatter } from './score-scatter.tsx';
import { describeSolveRates } from './solve-rates.ts';
import { WinMatrix } from './win-matrix.tsx';

const route = getRouteApi('/leaderboard');

/** Ranks with how sure they are: intervals, ranges and tiers. */
export function LeaderboardPage() {
  const { queries } = useData();
  return (
    <Page facts="Models, ranked where they were given the same tasks" name="Leaderboard">
      <Resolved query={useQuery(queries.leaderboard())} rows={10}>
        {(document) => <Boards document={document} />}
      </Resolved>
    </Page>
  );
}

function Boards({ document }: { readonly document: LeaderboardDocument }) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/leaderboard' });
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  const [hidden, setHidden] = useRemembered('board-columns');
  const chosen = document.boards.find(({ name }) => name === search.board) ?? document.boards[0];
  if (chosen === undefined) {
    return (
      <Panel>
        <Empty title="There is nothing to rank yet">
          {document.left.map(({ model, reason }) => (
            <p key={`${model} ${reason}`}>
              {model} {reason}
            </p>
          ))}
          <p>Finish a run, or open results of other models beside it:</p>
          <Command line="bcb view bcb_results complete-matrix.csv" />
        </Empty>
      </Panel>
    );
  }
  const { board, runIds, wins } = chosen;
  const models = pickModels(board.models, search);
  const columns = search.view === 'domains' ? createDomainColumns(board) : createBoardColumns(board);
  const unranked = listUnranked(document, chosen);
  const open = ({ model }: BoardModel) => {
    const [runId] = runIds[model] ?? [];
    if (runId !== undefined) void navigate({ to: '/runs/$runId', params: { runId } });
  };
  const content = (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField label="Filter models" onChange={(q) => set({ q })} placeholder="Model" value={search.q ?? ''} />
        <BoardFilters board={board} search={search} set={set} />
        <ColumnMenu columns={columns} hidden={hidden} onChange={setHidden} />
        <output className="text-small text-soft">
          {models.length < board.models.length && `${models.length} of `}
          {plural(board.models.length, 'model')} · {plural(board.tasks, 'task')} · ranked by {board.ranked_by}
        </output>
      </div>
      <Panel isFlush>
        <DataTable
          columns={keepColumns(columns, hidden)}
          isOneLine
          keyOf={({ model }) => model}
          label="Leaderboard"
          onOpen={open}
          onSort={(sort) => set({ sort })}
          rows={models}
          sort={search.sort ?? 'rank'}
        />
      </Panel>
      {unranked.length > 0 && (
        <Panel hint={plural(unranked.length, 'model')} title="Not ranked here">
          <ul className="flex flex-col gap-1 text-small">
            {unranked.map(({ model, reason }) => (
              <li className="break-words" key={`${model} ${reason}`}>
                <span className="font-medium">{model}</span> <span className="text-soft">{reason}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <ScoreScatter board={board} by={search.by} models={models} onBy={(by) => set({ by })} />
      <WinMatrix
        models={board.models.filter(({ has_verdicts: hasVerdicts }) => hasVerdicts).map(({ model }) => model)}
        wins={wins}
      />
      <Panel title="How to read it">
        <ul className="list-disc pl-5 text-small text-soft">
          <li>A tier holds the models that cannot be told apart from its best one (paired tests, Holm).</li>
          {board.models.some(({ rank_range: range }) => range !== null && range[0] !== range[1]) && (
            <li>The range beside a rank holds the ranks that 95 of 100 resamplings of the tasks give.</li>
          )}
          {describeSolveRates(board).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          <li>Intervals and ranges come from {formatCount(board.resamples)} resamplings of the tasks.</li>
          {board.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </Panel>
    </div>
  );
  if (document.boards.length < 2) return content;
  return (
    <Tabs
      label="Sets of tasks"
      onSelect={(name) => set({ board: name })}
      selected={chosen.name}
      tabs={document.boards.map(({ name }) => ({ id: name, label: name }))}
    >
      {content}
    </Tabs>
  );
}

import type { BoardModel, Leaderboard } from '../../../../src/schema/leaderboard.ts';
import { SelectField } from '../../ui/fields.tsx';

interface BoardSearch {
  readonly q?: string | undefined;
  readonly kind?: string | undefined;
  readonly open?: string | undefined;
  readonly view?: string | undefined;
}

interface BoardFiltersProps {
  readonly board: Leaderboard;
  readonly search: BoardSearch;
  readonly set: (change: Partial<BoardSearch>) => void;
}

/** Filters for what is known of the models, and which columns to show. */
export function BoardFilters({ board, search, set }: BoardFiltersProps) {
  const { models } = board;
  return (
    <>
      {new Set(models.map(({ type }) => type)).size > 1 && (
        <SelectField
          label="Kind of model"
          onChange={(kind) => set({ kind })}
          options={[
            { value: '', label: 'chat and base' },
            { value: 'chat', label: 'chat' },
            { value: 'base', label: 'base' },
          ]}
          value={search.kind ?? ''}
        />
      )}
      {new Set(models.map(({ open }) => open)).size > 1 && (
        <SelectField
          label="Openness"
          onChange={(open) => set({ open })}
          options={[
            { value: '', label: 'open and closed' },
            { value: 'open', label: 'open weights' },
            { value: 'closed', label: 'closed' },
          ]}
          value={search.open ?? ''}
        />
      )}
      {models.some(({ domains }) => Object.keys(domains).length > 0) && (
        <SelectField
          label="Columns"
          onChange={(view) => set({ view })}
          options={[
            { value: '', label: 'scores' },
            { value: 'domains', label: 'domains' },
          ]}
          value={search.view ?? ''}
        />
      )}
    </>
  );
}

export function pickModels(models: readonly BoardModel[], { q = '', kind, open }: BoardSearch): BoardModel[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter(
    (model) =>
      words.every((word) => model.model.toLowerCase().includes(word)) &&
      (kind === undefined || model.type === kind) &&
      (open === undefined || model.open === (open === 'open')),
  );
}

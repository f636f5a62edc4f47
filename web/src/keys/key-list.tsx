import { keyTable } from './key-table.ts';

export function KeyList() {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 text-small">
      {keyTable.map(({ keys, does }) => (
        <div className="contents" key={keys}>
          <dt className="whitespace-nowrap font-mono text-ink">{keys}</dt>
          <dd className="text-soft">{does}</dd>
        </div>
      ))}
    </dl>
  );
}

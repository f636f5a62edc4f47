import type { WordTable } from '../../../../src/schema/view/run-document.ts';
import { Panel } from '../../ui/panel.tsx';

/** What rounds of repair came to, in the words of every other report. */
export function RoundsPanel({ table: { title, head, rows } }: { readonly table: WordTable }) {
  return (
    <Panel isFlush title={title}>
      <div className="overflow-x-auto">
        <table aria-label={title} className="mb-2 w-full text-small tabular-nums">
          <thead>
            <tr className="text-left text-faint">
              {head.map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may have no name
                <th className="px-4 py-1.5 font-medium" key={at} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr className="border-line border-t" key={cells.join()}>
                {cells.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns may have no name
                  <td className="px-4 py-1.5" key={at}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

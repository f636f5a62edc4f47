import type { RunDocument } from '../../../../src/schema/view/run-document.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { copyText } from '../../ui/toast.tsx';

/** Where the numbers come from, and the command lines that give them again. */
export function Provenance({ document }: { readonly document: RunDocument }) {
  const { provenance, commands, notes, excluded, groundTruth } = document;
  return (
    <Panel title="How this came about">
      <dl className="grid gap-x-6 gap-y-1 text-small sm:grid-cols-[max-content_1fr]">
        {provenance.map(({ name, value }) => (
          <div className="contents" key={name}>
            <dt className="text-faint">{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
        {groundTruth !== undefined && groundTruth.failed.length > 0 && (
          <div className="contents">
            <dt className="text-faint">reference fails</dt>
            <dd>{groundTruth.failed.join(', ')}</dd>
          </div>
        )}
        {excluded.map(({ reason, taskIds }) => (
          <div className="contents" key={reason}>
            <dt className="text-faint">{reason}</dt>
            <dd className="break-words">{taskIds.join(', ')}</dd>
          </div>
        ))}
        {commands.map(({ name, value }) => (
          <div className="contents" key={name}>
            <dt className="text-faint">{name}</dt>
            <dd className="flex items-center gap-2">
              <code className="min-w-0 break-all font-mono">{value}</code>
              <Button
                aria-label={`Copy: ${name}`}
                className="h-6 w-6"
                icon="copy"
                look="quiet"
                onClick={() => void copyText(value, 'Command')}
              />
            </dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && (
        <ul className="mt-3 list-disc pl-5 text-small text-soft">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

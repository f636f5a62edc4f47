import type { SampleDocument } from '../../../../src/schema/view/sample-document.ts';
import { LongText } from '../../code/long-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';

/** What the program wrote while it was tested. */
export function OutputTab({ sample }: { readonly sample: SampleDocument }) {
  const { stdout, stderr } = sample.verdict;
  if (stdout === '' && stderr === '') {
    return (
      <Panel>
        <Empty title="The program wrote nothing" />
      </Panel>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {stdout !== '' && (
        <Panel isFlush title="stdout">
          <LongText className="max-h-[70vh]" keeps="end" label="stdout" text={stdout} />
        </Panel>
      )}
      {stderr !== '' && (
        <Panel isFlush title="stderr">
          <LongText className="max-h-[70vh]" keeps="end" label="stderr" text={stderr} />
        </Panel>
      )}
    </div>
  );
}

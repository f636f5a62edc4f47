import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { SampleDocument } from '../../../../src/schema/view/sample-document.ts';
import type { TaskDocument } from '../../../../src/schema/view/task-document.ts';
import { DiffModeButton, useDiffMode } from '../../ui/diff-mode.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty, Loading } from '../../ui/states.tsx';

const DiffView = lazy(async () => ({ default: (await import('../../code/diff-view.tsx')).DiffView }));
const route = getRouteApi('/runs/$runId/s/$index/$');

interface ReferenceTabProps {
  readonly sample: SampleDocument;
  readonly task: TaskDocument | undefined;
}

/** With its docstring where the solution repeats that, so that only the code differs. */
function buildReference({ completePrompt, codePrompt, referenceSolution }: TaskDocument, solution: string): string {
  const docstring = /(?:"""|''')\s*(\S[^\n]*)/.exec(completePrompt)?.[1];
  const hasDocstring = docstring !== undefined && solution.includes(docstring);
  return `${hasDocstring ? completePrompt : codePrompt}${referenceSolution}`.trimEnd();
}

export function ReferenceTab({ sample, task }: ReferenceTabProps) {
  const navigate = useNavigate({ from: '/runs/$runId/s/$index/$' });
  const diff = useDiffMode(
    route.useSearch().diff,
    (next) => void navigate({ search: (old) => ({ ...old, diff: next }), replace: true, resetScroll: false }),
  );
  if (task === undefined) return <Empty title="The reference solution is not at hand" />;
  const solution = sample.program.split('\n').slice(sample.calibrationLines).join('\n');
  return (
    <Panel actions={<DiffModeButton {...diff} />} isFlush title="Against the reference solution">
      <Suspense fallback={<Loading />}>
        <DiffView
          label="Difference between the reference solution and this one"
          left={buildReference(task, solution)}
          leftTitle="Reference solution"
          mode={diff.mode}
          right={solution.trimEnd()}
          rightTitle="This solution"
        />
      </Suspense>
    </Panel>
  );
}

import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { SampleDocument, TestView } from '../../../../src/schema/view/sample-document.ts';
import type { TaskDocument } from '../../../../src/schema/view/task-document.ts';
import { CodeView, type LineMark } from '../../code/code-view.tsx';
import { useKeys } from '../../keys/use-keys.ts';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { findStoppedLines, findSyntaxError } from './explain-tests.ts';
import { findReturnLines } from './find-return-lines.ts';
import { TestList } from './test-list.tsx';

const route = getRouteApi('/runs/$runId/s/$index/$');

interface WhyTabProps {
  readonly sample: SampleDocument;
  readonly task: TaskDocument | undefined;
}

const paneHeight = 'lg:h-[calc(100vh-17.5rem)] lg:min-h-[26rem] max-lg:max-h-[75vh]';

/** Three panes that point at each other: the tests, the program, the test source. */
export function WhyTab({ sample, task }: WhyTabProps) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/runs/$runId/s/$index/$' });
  const failing = sample.tests.filter(({ outcome }) => outcome !== 'pass');
  const selected =
    sample.tests.find(({ name }) => name === search.test) ?? failing[0] ?? (sample.tests[0] as TestView | undefined);
  const select = (test: TestView | undefined) => {
    if (test === undefined) return;
    void navigate({ search: (old) => ({ ...old, test: test.name }), replace: true, resetScroll: false });
  };
  const step = (by: number) => {
    const at = failing.findIndex(({ name }) => name === selected?.name);
    select(failing[Math.min(failing.length - 1, Math.max(0, at + by))]);
  };
  useKeys({ j: () => step(1), k: () => step(-1), ArrowDown: () => step(1), ArrowUp: () => step(-1) });
  const selectAt = (side: 'programLine' | 'testLine') => (line: number) =>
    select(failing.find((test) => test[side] === line));
  return (
    <div className="grid gap-3 lg:grid-cols-[minmax(17rem,23rem)_minmax(0,1fr)] wide:grid-cols-[minmax(17rem,22rem)_minmax(0,1fr)_minmax(0,1fr)]">
      <Panel className={`max-lg:max-h-none ${paneHeight} lg:row-span-2 wide:row-span-1`} isFlush>
        <TestList onSelect={select} sample={sample} selected={selected} />
      </Panel>
      <Panel
        className={`${paneHeight} lg:max-wide:h-[calc(50vh-8rem)] lg:max-wide:min-h-[20rem]`}
        hint={describeProgram(sample, selected)}
        isFlush
        title="Program"
      >
        {sample.program.trim() === '' ? (
          <Empty title="There was no code in the answer" />
        ) : (
          <CodeView
            className="min-h-0 flex-1"
            code={sample.program}
            dimmedLines={sample.calibrationLines}
            label="Program source"
            marks={programMarks(sample, task, selected)}
            onLine={selectAt('programLine')}
          />
        )}
      </Panel>
      <Panel
        className={`${paneHeight} lg:max-wide:h-[calc(50vh-8rem)] lg:max-wide:min-h-[20rem]`}
        hint={selected?.testLine === undefined ? undefined : `line ${selected.testLine}`}
        isFlush
        title="Tests"
      >
        {task === undefined ? (
          <Empty title="The tests are not at hand">
            The tasks of this run cannot be loaded here; the run’s page says why.
          </Empty>
        ) : (
          <CodeView
            className="min-h-0 flex-1"
            code={task.test}
            label="Test source"
            marks={testMarks(sample, task, selected)}
            onLine={selectAt('testLine')}
          />
        )}
      </Panel>
    </div>
  );
}

function describeProgram(sample: SampleDocument, selected: TestView | undefined): string {
  const calibration = sample.calibrationLines > 0 ? `first ${sample.calibrationLines} lines by calibration` : '';
  const raised = selected?.programLine === undefined ? '' : `raised in line ${selected.programLine}`;
  return [raised, calibration].filter(Boolean).join(' · ');
}

function programMarks(
  sample: SampleDocument,
  task: TaskDocument | undefined,
  selected: TestView | undefined,
): LineMark[] {
  const marks = sample.tests.flatMap((test): LineMark[] =>
    test.programLine === undefined
      ? []
      : [{ line: test.programLine, kind: 'fail', label: test.name, isCurrent: test.name === selected?.name }],
  );
  marks.push(...markStop(findStoppedLines(sample).program, true));
  const syntaxError = findSyntaxError(sample);
  if (syntaxError !== undefined) return [...marks, { ...syntaxError, kind: 'fail', isCurrent: true }];
  const hasFailed = selected?.outcome === 'fail' || selected?.outcome === 'error';
  if (!hasFailed || selected.programLine !== undefined || task === undefined) return marks;
  // Nothing raised in the program: the value it returned is what the test does not accept.
  const returns = findReturnLines(sample.program, task.entryPoint);
  return [
    ...marks,
    ...returns.map((line, at): LineMark => ({ line, kind: 'warn', label: 'returns here', isCurrent: at === 0 })),
  ];
}

function markStop(line: number | undefined, isCurrent: boolean): LineMark[] {
  return line === undefined ? [] : [{ line, kind: 'fail', label: 'stopped here', isCurrent }];
}

function testMarks(sample: SampleDocument, task: TaskDocument, selected: TestView | undefined): LineMark[] {
  const marks = sample.tests.flatMap((test): LineMark[] =>
    test.testLine === undefined
      ? []
      : [{ line: test.testLine, kind: 'fail', label: test.name, isCurrent: test.name === selected?.name }],
  );
  const isStopped = selected !== undefined && sample.verdict.stack?.includes(`, in ${selected.name}\n`) === true;
  marks.push(...markStop(findStoppedLines(sample).tests, isStopped));
  if (selected === undefined || selected.testLine !== undefined || isStopped) return marks;
  const at = task.test.split('\n').findIndex((line) => line.includes(`def ${selected.name}(`));
  return at < 0
    ? marks
    : [
        ...marks,
        {
          line: at + 1,
          kind: 'note',
          label: ['missing', 'not-run'].includes(selected.outcome) ? 'did not run' : selected.outcome,
          isCurrent: true,
        },
      ];
}

import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import type { TaskAnswer } from '../../../../src/schema/view/task-document.ts';
import { DiffModeButton, useDiffMode } from '../../ui/diff-mode.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { OutcomeBadge } from '../../ui/outcome-mark.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty, Loading } from '../../ui/states.tsx';
import { modelOf } from './answer-groups.tsx';
import { nameAnswer } from './group-answers.ts';

const DiffView = lazy(async () => ({ default: (await import('../../code/diff-view.tsx')).DiffView }));
const route = getRouteApi('/tasks/$');

interface AnswerDiffProps {
  readonly answers: readonly TaskAnswer[];
  readonly runs: readonly RunSummary[];
  readonly taskId: string;
}

/** Any two answers side by side, with both verdicts and the tests that flip. */
export function AnswerDiff({ answers, runs, taskId }: AnswerDiffProps) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/tasks/$' });
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  const diff = useDiffMode(search.diff, (next) => set({ diff: next }));
  const a = answers.find((answer) => nameAnswer(answer) === search.a) ?? answers.find(isFailing) ?? answers[0];
  const b = answers.find((answer) => nameAnswer(answer) === search.b) ?? (a && pickOther(answers, a));
  if (a === undefined || b === undefined) {
    return (
      <Panel>
        <Empty title="There is only one answer to this task">Open a second run to compare with.</Empty>
      </Panel>
    );
  }
  const options = answers.map((answer) => ({
    value: nameAnswer(answer),
    label: `${modelOf(runs, answer)}: ${answer.outcome}`,
  }));
  return (
    <Panel
      actions={<DiffModeButton {...diff} />}
      isFlush
      title={
        <span className="flex flex-wrap items-center gap-2 font-normal">
          <SelectField
            label="Left answer"
            onChange={(value) => set({ a: value })}
            options={options}
            value={nameAnswer(a)}
          />
          <span className="text-soft">against</span>
          <SelectField
            label="Right answer"
            onChange={(value) => set({ b: value })}
            options={options}
            value={nameAnswer(b)}
          />
        </span>
      }
    >
      <Flips a={a} b={b} />
      <Suspense fallback={<Loading />}>
        <DiffView
          label="Difference between the two answers"
          left={withoutDocstring(a.solution, b.solution)}
          leftTitle={<AnswerTitle answer={a} runs={runs} taskId={taskId} />}
          mode={diff.mode}
          right={withoutDocstring(b.solution, a.solution)}
          rightTitle={<AnswerTitle answer={b} runs={runs} taskId={taskId} />}
        />
      </Suspense>
    </Panel>
  );
}

const docstring = /^[ \t]*("{3}|'{3})[\s\S]*?\1[ \t]*\n/m;

/** Where the other one has none, so that only the code differs. */
function withoutDocstring(code: string, other: string): string {
  return (docstring.test(other) ? code : code.replace(docstring, '')).trimEnd();
}

function isFailing({ outcome }: TaskAnswer): boolean {
  return outcome !== 'pass';
}

/** The most telling second answer: of another run, with the other outcome. */
function pickOther(answers: readonly TaskAnswer[], a: TaskAnswer): TaskAnswer | undefined {
  const others = answers.filter((answer) => answer !== a);
  const ofOtherRuns = others.filter(({ runId }) => runId !== a.runId);
  return (
    ofOtherRuns.find((answer) => isFailing(answer) !== isFailing(a)) ??
    ofOtherRuns[0] ??
    others.find((answer) => isFailing(answer) !== isFailing(a)) ??
    others[0]
  );
}

function Flips({ a, b }: { readonly a: TaskAnswer; readonly b: TaskAnswer }) {
  const onlyA = a.failedTests.filter((name) => !b.failedTests.includes(name));
  const onlyB = b.failedTests.filter((name) => !a.failedTests.includes(name));
  if (onlyA.length + onlyB.length === 0) return null;
  return (
    <p className="border-line border-t px-4 py-2 text-small text-soft">
      {onlyA.length > 0 && <>Fails on the left only: {onlyA.join(', ')}. </>}
      {onlyB.length > 0 && <>Fails on the right only: {onlyB.join(', ')}.</>}
    </p>
  );
}

interface AnswerTitleProps {
  readonly answer: TaskAnswer;
  readonly runs: readonly RunSummary[];
  readonly taskId: string;
}

function AnswerTitle({ answer, runs, taskId }: AnswerTitleProps) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <OutcomeBadge outcome={answer.outcome} />
      <Link
        className="hover:underline"
        params={{ runId: answer.runId, index: String(answer.index), _splat: taskId }}
        to="/runs/$runId/s/$index/$"
      >
        {modelOf(runs, answer)}
      </Link>
      <span className="font-normal text-faint">{answer.cause}</span>
    </span>
  );
}

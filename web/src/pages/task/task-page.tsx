import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import type { AnswersDocument, TaskDocument } from '../../../../src/schema/view/task-document.ts';
import { CodeView } from '../../code/code-view.tsx';
import { LongText } from '../../code/long-text.tsx';
import { useAudit } from '../../data/use-audit.ts';
import { useData } from '../../data/use-data.ts';
import { AuditBadge } from '../../ui/audit-badge.tsx';
import { plural } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty, Resolved } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AnswerDiff } from './answer-diff.tsx';
import { AnswerGroups } from './answer-groups.tsx';
import { TaskAuditTab } from './task-audit.tsx';

const route = getRouteApi('/tasks/$');

const tabNames = ['answers', 'diff', 'prompt', 'tests', 'reference', 'audit'] as const;
type TabName = (typeof tabNames)[number];

/** One task in all runs: which answers are the same, which fail alike, and how any two differ. */
export function TaskPage() {
  const { _splat: taskId = '' } = route.useParams();
  const { queries } = useData();
  const task = useQuery(queries.task(taskId)).data;
  const runs = useQuery(queries.runs()).data?.runs ?? [];
  return (
    <Resolved query={useQuery(queries.answers(taskId))} rows={10}>
      {(document) => <Task document={document} runs={runs} task={task} />}
    </Resolved>
  );
}

interface TaskProps {
  readonly document: AnswersDocument;
  readonly task: TaskDocument | undefined;
  readonly runs: readonly RunSummary[];
}

function Task({ document, task, runs }: TaskProps) {
  const { taskId, answers, suspicions } = document;
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/tasks/$' });
  const tab = tabNames.find((name) => name === search.tab) ?? 'answers';
  const setTab = (next: TabName) =>
    void navigate({ search: (old) => ({ ...old, tab: next === 'answers' ? undefined : next }), replace: true });
  const isAudited = useAudit()(taskId) !== undefined;
  const passed = answers.filter(({ outcome }) => outcome === 'pass').length;
  return (
    <Page
      crumbs={[{ label: 'Tasks', link: { to: '/tasks' } }]}
      facts={task && [...task.domains, task.libs.join(', '), task.hard ? 'hard' : ''].filter(Boolean).join(' · ')}
      heading={
        <>
          <span>{taskId}</span>
          {task !== undefined && <span className="font-normal text-base text-soft">{task.title}</span>}
          <AuditBadge taskId={taskId} />
          <span className="font-normal text-base text-soft">
            {answers.length === 0 ? 'no answers' : `${passed} of ${plural(answers.length, 'answer')} pass`}
          </span>
        </>
      }
      name={taskId}
    >
      {suspicions.length > 0 && (
        <p className="-mt-2 mb-4 rounded-md bg-warn-soft px-3 py-2 text-small text-warn">
          {suspicions.join(' ')} Read the tests before blaming the models.
        </p>
      )}
      <Tabs
        label="Views of this task"
        onSelect={setTab}
        selected={tab}
        tabs={[
          { id: 'answers', label: 'Answers' },
          { id: 'diff', label: 'Diff two answers' },
          { id: 'prompt', label: 'Prompt' },
          { id: 'tests', label: 'Tests' },
          { id: 'reference', label: 'Reference solution' },
          ...(isAudited ? [{ id: 'audit' as const, label: 'Audit' }] : []),
        ]}
      >
        {tab === 'answers' && <AnswerGroups answers={answers} runs={runs} taskId={taskId} />}
        {tab === 'diff' && <AnswerDiff answers={answers} runs={runs} taskId={taskId} />}
        {tab === 'prompt' && <Prompts task={task} />}
        {tab === 'tests' && <Source code={task?.test} title="Tests" />}
        {tab === 'audit' && <TaskAuditTab taskId={taskId} />}
        {tab === 'reference' && (
          <Source code={task && `${task.codePrompt}${task.referenceSolution}`} title="Reference solution" />
        )}
      </Tabs>
    </Page>
  );
}

function Prompts({ task }: { readonly task: TaskDocument | undefined }) {
  if (task === undefined) return <NoTask />;
  return (
    <div className="grid gap-3 xl:grid-cols-2">
      <Panel isFlush title="complete">
        <CodeView code={task.completePrompt.trimEnd()} label="Prompt, complete" />
      </Panel>
      <Panel isFlush title="instruct">
        <LongText label="Prompt, instruct" text={task.instructPrompt} />
      </Panel>
    </div>
  );
}

function Source({ code, title }: { readonly code: string | undefined; readonly title: string }) {
  if (code === undefined) return <NoTask />;
  return (
    <Panel isFlush title={title}>
      <CodeView code={code.trimEnd()} label={title} />
    </Panel>
  );
}

function NoTask() {
  return (
    <Panel>
      <Empty title="This task is not at hand">
        The runs have answers to it, but its text could not be loaded: `bcb dataset pull` fetches the public tasks.
      </Empty>
    </Panel>
  );
}

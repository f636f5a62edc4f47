import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { SampleDocument } from '../../../../src/schema/view/sample-document.ts';
import type { TaskDocument } from '../../../../src/schema/view/task-document.ts';
import { filterKeys } from '../../data/filter-samples.ts';
import { useData } from '../../data/use-data.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { AuditBadge } from '../../ui/audit-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { OutcomeBadge } from '../../ui/outcome-mark.tsx';
import { Page } from '../../ui/page.tsx';
import { nameById } from '../../ui/run-name.ts';
import { Resolved } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AnswerTab } from './answer-tab.tsx';
import { ConversationTab } from './conversation-tab.tsx';
import { FactsTab } from './facts-tab.tsx';
import { OutputTab } from './output-tab.tsx';
import { PromptTab } from './prompt-tab.tsx';
import { ReferenceTab } from './reference-tab.tsx';
import { SamplePager } from './sample-pager.tsx';
import { Siblings } from './siblings.tsx';
import { WhyTab } from './why-tab.tsx';

const route = getRouteApi('/runs/$runId/s/$index/$');

const usualTabs = ['why', 'reference', 'answer', 'prompt', 'output', 'facts'] as const;
type TabName = (typeof usualTabs)[number] | 'conversation';

/** Why did it fail: tests, program and test source side by side, and everything that led to them. */
export function SamplePage() {
  const { runId, index, _splat: taskId = '' } = route.useParams();
  const { queries } = useData();
  const task = useQuery(queries.task(taskId)).data;
  const query = useQuery(queries.sample(runId, Number(index), taskId));
  return (
    <Resolved query={query} rows={14}>
      {(sample) => <Sample sample={sample} task={task} />}
    </Resolved>
  );
}

interface SampleProps {
  readonly sample: SampleDocument;
  readonly task: TaskDocument | undefined;
}

function Sample({ sample, task }: SampleProps) {
  const { runId, taskId, index, verdict } = sample;
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/runs/$runId/s/$index/$' });
  const { queries } = useData();
  const runs = useQuery(queries.runs()).data?.runs ?? [];
  const split = runs.find(({ id }) => id === runId)?.split;
  const canExecute = useQuery(queries.info()).data?.canExecute ?? false;
  const model = nameById(runs, runId);
  const tabNames: readonly TabName[] = sample.turns ? [...usualTabs, 'conversation'] : usualTabs;
  const tab = tabNames.find((name) => name === search.tab) ?? 'why';
  const setTab = (next: TabName) =>
    void navigate({
      search: (old) => ({ ...old, tab: next === 'why' ? undefined : next }),
      replace: true,
      resetScroll: false,
    });
  const runAgain = () => void navigate({ to: '/run', search: { task: taskId, run: runId, n: String(index) } });
  const compare = () =>
    void navigate({ to: '/tasks/$', params: { _splat: taskId }, search: { tab: 'diff', a: `${runId}:${index}` } });
  useKeys({
    r: canExecute ? runAgain : undefined,
    c: compare,
    ...Object.fromEntries(tabNames.map((name, at) => [String(at + 1), () => setTab(name)])),
  });
  const filter = Object.fromEntries(filterKeys.map((key) => [key, search[key]]));
  return (
    <Page
      actions={
        <>
          <Button hotkey="c" onClick={compare}>
            Other models
          </Button>
          {canExecute && (
            <Button hotkey="r" icon="play" onClick={runAgain}>
              Open in sandbox
            </Button>
          )}
          <SamplePager sample={sample} search={search} />
        </>
      }
      crumbs={[
        { label: 'Runs', link: { to: '/' } },
        { label: model, link: { to: '/runs/$runId', params: { runId }, search: filter } },
      ]}
      facts={task && [...task.domains, task.libs.join(', ')].filter(Boolean).join(' · ')}
      heading={
        <>
          <OutcomeBadge outcome={verdict.outcome} />
          <span className="break-all">{taskId}</span>
          {task !== undefined && <span className="font-normal text-base text-soft">{task.title}</span>}
          <AuditBadge taskId={taskId} />
          {sample.siblings.length > 1 && <Siblings sample={sample} search={search} />}
        </>
      }
      name={`${taskId} · ${model}`}
    >
      <Tabs
        label="Views of this sample"
        onSelect={setTab}
        selected={tab}
        tabs={[
          { id: 'why', label: verdict.outcome === 'pass' ? 'Tests' : 'Why it failed' },
          { id: 'reference', label: 'Reference diff' },
          { id: 'answer', label: 'Answer' },
          { id: 'prompt', label: 'Prompt' },
          { id: 'output', label: 'Output' },
          { id: 'facts', label: 'Facts' },
          ...(sample.turns
            ? [{ id: 'conversation' as const, label: `Conversation, ${sample.turns.length} answers` }]
            : []),
        ]}
      >
        {tab === 'why' && <WhyTab sample={sample} task={task} />}
        {tab === 'reference' && <ReferenceTab sample={sample} task={task} />}
        {tab === 'answer' && <AnswerTab sample={sample} />}
        {tab === 'prompt' && <PromptTab sample={sample} split={split} task={task} />}
        {tab === 'output' && <OutputTab sample={sample} />}
        {tab === 'facts' && <FactsTab sample={sample} />}
        {tab === 'conversation' && sample.turns && <ConversationTab turns={sample.turns} />}
      </Tabs>
    </Page>
  );
}

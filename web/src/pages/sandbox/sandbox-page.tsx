import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { ExecDocument, ExecRequestDocument } from '../../../../src/schema/view/sample-document.ts';
import type { TaskDocument } from '../../../../src/schema/view/task-document.ts';
import { CodeView } from '../../code/code-view.tsx';
import { useData } from '../../data/use-data.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Command, Empty, Loading, Resolved } from '../../ui/states.tsx';
import { ExecResult } from './exec-result.tsx';

const PythonEditor = lazy(async () => ({ default: (await import('./python-editor.tsx')).PythonEditor }));
const route = getRouteApi('/run');

const repetitions = 10;

/** Try a fix: edit a solution and run it against its task's tests. Nothing is saved into any run. */
export function SandboxPage() {
  const { queries } = useData();
  const info = useQuery(queries.info());
  return (
    <Page facts="Nothing here is saved into a run" name="Sandbox">
      <Resolved query={info}>{({ canExecute }) => (canExecute ? <Workbench /> : <NoExecution />)}</Resolved>
    </Page>
  );
}

function NoExecution() {
  return (
    <Panel>
      <Empty title="Programs cannot be run from this page">
        <p>It was exported, or opened with --no-exec. From a terminal:</p>
        <Command line="bcb view" />
        <Command line="bcb exec --task BigCodeBench/17 --solution answer.py" />
      </Empty>
    </Panel>
  );
}

function Workbench() {
  const { queries } = useData();
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/run' });
  const { data: tasks, isPending: isListing } = useQuery(queries.tasks());
  const taskId = search.task ?? tasks?.ids[0];
  const task = useQuery({ ...queries.task(taskId ?? ''), enabled: taskId !== undefined });
  const sample = useQuery({
    ...queries.sample(search.run ?? '', Number(search.n ?? 0), taskId ?? ''),
    enabled: search.run !== undefined && taskId !== undefined,
  });
  const isWaiting = search.run !== undefined && sample.isPending;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SelectField
          label="Task"
          onChange={(next) => void navigate({ search: { task: next } })}
          options={(tasks?.ids ?? []).map((id, at) => ({
            value: id,
            label: [id, tasks?.titles[at]].filter(Boolean).join(' · '),
          }))}
          value={taskId ?? ''}
        />
        {sample.data !== undefined && (
          <p className="text-small text-soft">from a sample that was judged “{sample.data.verdict.outcome}”</p>
        )}
      </div>
      {taskId === undefined && !isListing ? (
        <Panel>
          <Empty title="No run is open, so there is no task to try" />
        </Panel>
      ) : taskId === undefined || isWaiting ? (
        <Loading />
      ) : (
        <Resolved query={task}>
          {(found) => (
            <Bench
              before={sample.data}
              initial={
                sample.data === undefined
                  ? `${found.codePrompt}\n`
                  : sample.data.program.split('\n').slice(sample.data.calibrationLines).join('\n')
              }
              key={`${found.id} ${search.run} ${search.n}`}
              task={found}
            />
          )}
        </Resolved>
      )}
    </div>
  );
}

interface BenchProps {
  readonly task: TaskDocument;
  readonly initial: string;
  readonly before: Parameters<typeof ExecResult>[0]['before'];
}

function Bench({ task, initial, before }: BenchProps) {
  const { source } = useData();
  const [code, setCode] = useState(initial);
  const execution = useMutation({
    mutationFn: async (request: ExecRequestDocument) => (await source.post?.('exec', request)) as ExecDocument,
  });
  const run = (times: number) => {
    if (!execution.isPending) execution.mutate({ taskId: task.id, solution: code, times });
  };
  useKeys({ 'Ctrl-enter': () => run(1) });
  return (
    <div className="grid gap-3 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
      <Panel
        actions={
          <>
            <Button disabled={code === initial} look="quiet" onClick={() => setCode(initial)}>
              Reset
            </Button>
            <Button look="quiet" onClick={() => setCode(`${task.codePrompt}${task.referenceSolution}`)}>
              Reference
            </Button>
            <Button disabled={execution.isPending} onClick={() => run(repetitions)}>
              ×{repetitions}
            </Button>
            <Button disabled={execution.isPending} hotkey="Ctrl-↵" icon="play" look="primary" onClick={() => run(1)}>
              Run
            </Button>
          </>
        }
        className="h-[calc(100vh-14rem)] min-h-[24rem] max-lg:h-[45vh] max-lg:min-h-[16rem]"
        isFlush
        title="Solution"
      >
        <Suspense fallback={<Loading rows={10} />}>
          <PythonEditor code={code} onChange={setCode} onRun={() => run(1)} />
        </Suspense>
      </Panel>
      <div className="flex min-w-0 flex-col gap-3">
        <ExecResult before={before} execution={execution} />
        <Panel hint={task.title} isFlush title="Prompt">
          <CodeView className="max-h-[40vh]" code={task.completePrompt.trimEnd()} label="Prompt" />
        </Panel>
        <Panel isFlush title="Tests">
          <CodeView className="max-h-[50vh]" code={task.test.trimEnd()} label="Test source" />
        </Panel>
      </div>
    </div>
  );
}

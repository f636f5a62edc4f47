import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import type { TaskAnswer } from '../../../../src/schema/view/task-document.ts';
import { CodeView } from '../../code/code-view.tsx';
import { useKeys } from '../../keys/use-keys.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { OutcomeBadge, OutcomeSign } from '../../ui/outcome-mark.tsx';
import { Panel } from '../../ui/panel.tsx';
import { nameById } from '../../ui/run-name.ts';
import { Empty } from '../../ui/states.tsx';
import { say } from '../../ui/toast.tsx';
import { groupAnswers, nameAnswer, type ProgramGroup, type SignatureGroup } from './group-answers.ts';

interface AnswerGroupsProps {
  readonly answers: readonly TaskAnswer[];
  readonly runs: readonly RunSummary[];
  readonly taskId: string;
}

const namesShown = 6;
/** With so few programs all of them are shown at once. */
const openAtMost = 4;

/** Answers that fail the same tests together, and in them identical programs together. Two can be ticked and diffed. */
export function AnswerGroups({ answers, runs, taskId }: AnswerGroupsProps) {
  const navigate = useNavigate({ from: '/tasks/$' });
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const diff = () => {
    const [a, b] = ticked;
    if (a === undefined || b === undefined) return say('Tick two programs first');
    void navigate({ search: (old) => ({ ...old, tab: 'diff', a, b }) });
  };
  useKeys({ c: diff });
  if (answers.length === 0) {
    return (
      <Panel>
        <Empty title="No run has an answer to this task" />
      </Panel>
    );
  }
  const programs = new Set(answers.map(({ programKey }) => programKey)).size;
  const tick = (name: string) =>
    setTicked((old) => (old.includes(name) ? old.filter((other) => other !== name) : [...old, name].slice(-2)));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3 text-small text-soft">
        <p>
          {plural(programs, 'different program')} in {plural(answers.length, 'answer')}; comments and layout do not
          count as differences.
        </p>
        <Button className="ml-auto" disabled={ticked.length < 2} hotkey="c" onClick={diff}>
          Diff the ticked two
        </Button>
      </div>
      {groupAnswers(answers).map((group) => (
        <Panel hint={describe(group)} isFlush key={group.key} title={<GroupTitle group={group} />}>
          {group.programs.map((program) => (
            <Program
              isOpenAtFirst={programs <= openAtMost}
              key={program.key}
              onTick={tick}
              program={program}
              runs={runs}
              taskId={taskId}
              ticked={ticked}
            />
          ))}
        </Panel>
      ))}
    </div>
  );
}

function GroupTitle({ group }: { readonly group: SignatureGroup }) {
  const outcome = group.programs[0]?.answers[0]?.outcome ?? 'fail';
  return (
    <span className="flex items-center gap-2">
      <OutcomeBadge outcome={outcome} />
      {group.cause}
    </span>
  );
}

function describe({ failedTests, count, isPass }: SignatureGroup): string {
  const answers = plural(count, 'answer');
  if (isPass || failedTests.length === 0) return answers;
  return `${answers} · ${failedTests.length > 4 ? plural(failedTests.length, 'test') : failedTests.join(', ')}`;
}

interface ProgramProps {
  readonly program: ProgramGroup;
  readonly runs: readonly RunSummary[];
  readonly taskId: string;
  readonly ticked: readonly string[];
  readonly onTick: (name: string) => void;
  readonly isOpenAtFirst: boolean;
}

function Program({ program, runs, taskId, ticked, onTick, isOpenAtFirst }: ProgramProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [first] = program.answers;
  if (first === undefined) return null;
  const name = nameAnswer(first);
  return (
    <div className="border-line border-t">
      <div className="flex items-center gap-3 px-4 py-2">
        <input
          aria-label={`Tick the program of ${modelOf(runs, first)}`}
          checked={ticked.includes(name)}
          className="size-4 accent-accent"
          onChange={() => onTick(name)}
          type="checkbox"
        />
        <ul className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1">
          {program.answers.slice(0, namesShown).map((answer) => (
            <li className="flex min-w-0 items-center gap-1.5" key={nameAnswer(answer)}>
              <OutcomeSign outcome={answer.outcome} />
              <Link
                className="truncate font-medium hover:underline"
                params={{ runId: answer.runId, index: String(answer.index), _splat: taskId }}
                to="/runs/$runId/s/$index/$"
              >
                {modelOf(runs, answer)}
              </Link>
            </li>
          ))}
          {program.answers.length > namesShown && (
            <li className="text-soft">and {program.answers.length - namesShown} more</li>
          )}
        </ul>
        <Button aria-expanded={isOpen} look="quiet" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide code' : `${first.solution.split('\n').length} lines`}
        </Button>
      </div>
      {isOpen && (
        <CodeView
          className="max-h-[32rem] border-line border-t"
          code={first.solution}
          label={`Solution of ${modelOf(runs, first)}`}
        />
      )}
    </div>
  );
}

/** The model, and what else tells its runs apart. */
export function modelOf(runs: readonly RunSummary[], { runId, index }: Pick<TaskAnswer, 'runId' | 'index'>): string {
  const isRepeated = (runs.find(({ id }) => id === runId)?.nSamples ?? 1) > 1;
  return [nameById(runs, runId), ...(isRepeated ? [`#${index}`] : [])].join(' · ');
}

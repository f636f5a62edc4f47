import { LongText } from '../../code/long-text.tsx';
import { showAll } from '../../code/visible-text.ts';
import { type TaskAudit, useAudit } from '../../data/use-audit.ts';
import { classNames } from '../../ui/class-names.ts';
import { OutcomeBadge } from '../../ui/outcome-mark.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Command, Empty } from '../../ui/states.tsx';

type Finding = TaskAudit['findings'][number];

const strengths: Partial<Record<Finding['strength'], string>> = {
  proof: 'bg-fail-soft text-fail',
  doubt: 'bg-warn-soft text-warn',
  hint: 'bg-sunken text-soft',
};

/** What every witness says against a task, with the programs that show it. */
export function TaskAuditTab({ taskId }: { readonly taskId: string }) {
  const audit = useAudit()(taskId);
  const command = <Command line={`bcb audit show ${taskId}`} />;
  if (audit === undefined || audit.findings.length === 0) {
    return (
      <Panel>
        <Empty title={audit ? 'No witness speaks against this task' : 'No audit looked at this task'}>{command}</Empty>
      </Panel>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {audit.findings.map((finding) => (
        <FindingPanel finding={finding} key={finding.witness} />
      ))}
      <div className="text-small text-soft">All of it again: {command}</div>
    </div>
  );
}

function FindingPanel({ finding }: { readonly finding: Finding }) {
  const { witness, kind, strength, sentence, evidence } = finding;
  return (
    <Panel
      hint={kind}
      title={
        <span className="flex items-center gap-2">
          {witness}
          <span className={classNames('rounded-full px-2.5 py-0.5 font-medium text-small', strengths[strength])}>
            {strength}
          </span>
        </span>
      }
    >
      <p className="break-words">{showAll(sentence)}</p>
      <ul className="mt-2 flex flex-col gap-3">
        {evidence.map(({ trial, outcome, change, said }) => (
          <li className="border-line border-t pt-2" key={trial}>
            <p className="flex flex-wrap items-center gap-2 text-small">
              <OutcomeBadge outcome={outcome} />
              <span className="break-all font-mono">{trial}</span>
              {said !== undefined && <span className="break-words text-soft">{showAll(said)}</span>}
            </p>
            {change !== undefined && (
              <LongText className="mt-1 max-h-60" label={`What ${trial} changes`} text={change} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

import { type TaskAudit, useAudit } from '../data/use-audit.ts';
import { classNames } from './class-names.ts';

const looks: Record<TaskAudit['verdict'], string> = {
  broken: 'bg-fail-soft text-fail',
  suspect: 'bg-warn-soft text-warn',
  sound: 'bg-pass-soft text-pass',
};

export function VerdictBadge({
  verdict,
  reason,
}: {
  readonly verdict: TaskAudit['verdict'];
  readonly reason?: string;
}) {
  return (
    <span
      className={classNames('rounded-full px-2.5 py-0.5 font-medium text-small', looks[verdict])}
      title={reason ?? 'No witness speaks against this task'}
    >
      {verdict}
    </span>
  );
}

/** What the audit says of a task, and its strongest reason where that is a doubt; nothing where no audit looked at it. */
export function AuditBadge({ taskId }: { readonly taskId: string }) {
  const audit = useAudit()(taskId);
  if (audit === undefined) return null;
  const reason = audit.findings[0]?.sentence;
  return (
    <>
      <VerdictBadge verdict={audit.verdict} {...(reason === undefined ? {} : { reason })} />
      {audit.verdict !== 'sound' && reason !== undefined && <span className="sr-only">: {reason}</span>}
    </>
  );
}

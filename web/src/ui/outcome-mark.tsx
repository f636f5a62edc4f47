import type { Outcome } from '../../../src/schema/execution.ts';
import type { TestView } from '../../../src/schema/view/sample-document.ts';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

type AnyOutcome = Outcome | TestView['outcome'];

interface Look {
  readonly icon: IconName;
  /** Shapes differ as well as colors: a disc passes, a square fails, a diamond is neither. */
  readonly shape: string;
  readonly solid: string;
  readonly soft: string;
}

const pass: Look = { icon: 'pass', shape: 'rounded-full', solid: 'bg-pass', soft: 'text-pass bg-pass-soft' };
const fail: Look = { icon: 'fail', shape: 'rounded-[3px]', solid: 'bg-fail', soft: 'text-fail bg-fail-soft' };
const error: Look = { ...fail, icon: 'error' };
const late: Look = { icon: 'timeout', shape: 'rounded-full', solid: 'bg-warn', soft: 'text-warn bg-warn-soft' };
const ended: Look = {
  icon: 'dash',
  shape: 'rotate-45 rounded-[2px] scale-[0.85]',
  solid: 'bg-warn',
  soft: 'text-warn bg-warn-soft',
};
const other: Look = { ...ended, solid: 'bg-mute', soft: 'text-mute bg-mute-soft' };

const looks: Record<AnyOutcome, Look> = {
  pass,
  fail,
  error,
  timeout: late,
  'out-of-memory': ended,
  killed: ended,
  'output-limit': ended,
  tampered: { ...ended, solid: 'bg-fail', soft: 'text-fail bg-fail-soft' },
  blocked: ended,
  'engine-error': other,
  skip: other,
  missing: other,
  'not-run': other,
};

/** The small sign alone; what it means is read out. */
export function OutcomeSign({ outcome, label }: { readonly outcome: AnyOutcome; readonly label?: string }) {
  return (
    <span aria-label={label ?? outcome} className="inline-flex shrink-0" role="img">
      <Sign outcome={outcome} />
    </span>
  );
}

function Sign({ outcome }: { readonly outcome: AnyOutcome }) {
  const { icon, shape, solid } = looks[outcome];
  return (
    <span
      aria-hidden="true"
      className={classNames('inline-flex size-4 shrink-0 items-center justify-center text-card', shape, solid)}
    >
      <span className={shape.includes('rotate') ? '-rotate-45' : undefined}>
        <Icon name={icon} size={12} />
      </span>
    </span>
  );
}

/** The sign with its word. */
export function OutcomeBadge({ outcome }: { readonly outcome: AnyOutcome }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full py-0.5 pr-2.5 pl-1 font-medium text-small',
        looks[outcome].soft,
      )}
    >
      <Sign outcome={outcome} />
      {outcome}
    </span>
  );
}

/** The color a chart gives an outcome. */
export function outcomeColor(outcome: AnyOutcome): string {
  return looks[outcome].solid;
}

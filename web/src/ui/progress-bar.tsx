import { classNames } from './class-names.ts';
import { formatCount } from './format.ts';

interface ProgressBarProps {
  readonly done: number;
  readonly total: number;
  readonly label: string;
  readonly className?: string;
}

/** How much of something is done. Not a `progress` element: browsers paint that in colors of their own. */
export function ProgressBar({ done, total, label, className }: ProgressBarProps) {
  const share = total === 0 ? 0 : Math.min(1, done / total);
  return (
    <span
      aria-label={label}
      aria-valuemax={total}
      aria-valuemin={0}
      aria-valuenow={done}
      aria-valuetext={`${formatCount(done)} of ${formatCount(total)}`}
      className={classNames('block overflow-hidden rounded-full bg-mute-soft', className)}
      role="progressbar"
    >
      <span className="block h-full rounded-full bg-accent" style={{ width: `${100 * share}%` }} />
    </span>
  );
}

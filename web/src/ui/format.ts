const whole = new Intl.NumberFormat('en');

export function formatCount(count: number): string {
  return whole.format(count);
}

/** `49.6%`. */
export function formatShare(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

/** `46.7–52.5`. */
export function formatInterval([low, high]: readonly [number, number]): string {
  return `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}`;
}

/** `+4.2`, `−0.8`: points, with a minus that is as wide as the plus. */
export function formatPoints(points: number): string {
  const rounded = Math.abs(points).toFixed(1);
  if (rounded === '0.0') return '0.0';
  return `${points > 0 ? '+' : '−'}${rounded}`;
}

export function formatP(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(p < 0.1 ? 3 : 2)}`;
}

/** `840 ms`, `12.4 s`, `3 min 20 s`, `1 h 4 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function formatMegabytes(mb: number): string {
  return mb >= 1000 ? `${(mb / 1000).toFixed(1)} GB` : `${Math.round(mb)} MB`;
}

export function formatDollars(dollars: number): string {
  if (dollars === 0) return '$0';
  return dollars < 0.01 ? `$${dollars.toFixed(4)}` : `$${dollars.toFixed(2)}`;
}

/** `12.3k`, `4.5M`. */
export function formatTokens(count: number): string {
  if (count < 1000) return String(count);
  return count < 1e6 ? `${(count / 1e3).toFixed(1)}k` : `${(count / 1e6).toFixed(1)}M`;
}

const day = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric' });
const minute = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export function formatDate(iso: string, precision: 'day' | 'minute' = 'minute'): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return (precision === 'day' ? day : minute).format(date);
}

/** `/long/path/tasks.jsonl.gz` → `tasks.jsonl.gz`. */
export function shortSubset(subset: string): string {
  return subset.split('/').at(-1) ?? subset;
}

/** `bigcodebench-v0.1.4 sha256:15846fdf4f84` → `bigcodebench-v0.1.4`: the digest is for the page of the run. */
export function shortDataset(dataset: string): string {
  return dataset.replace(/ sha256:.*$/, '');
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Every key of the app: the help page prints this table. */
export const keyTable = [
  { keys: '/', does: 'search or filter this page' },
  { keys: 'j / k', does: 'next or previous row (also ↓ ↑)' },
  { keys: 'Enter', does: 'open the row' },
  { keys: 'u', does: 'up to the page this one belongs to' },
  { keys: '] / [', does: 'next or previous failing sample or test' },
  { keys: '→ / ←', does: 'next or previous sample in the filter' },
  { keys: '1 – 6', does: 'tabs of a sample; kept from sample to sample' },
  { keys: 'x', does: 'tick the row' },
  { keys: 'c', does: 'compare what is ticked, up to six; on a sample, with the same task in another run' },
  { keys: 'd', does: 'diff side by side or unified' },
  { keys: 'r', does: 'open in the sandbox' },
  { keys: 'y', does: 'copy a link to this view' },
  { keys: 'g then r, t, m, f, l, n, a', does: 'go to runs, tasks, matrix, failures, leaderboard, analysis, audit' },
  { keys: 'Ctrl-K', does: 'go to any run, task or page' },
  { keys: '?', does: 'this help' },
] as const;

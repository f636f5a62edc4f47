import { diffArrays, diffWordsWithSpace } from 'diff';

/** One row of a diff side by side; a side is absent where only the other has a line. */
export interface DiffRow {
  readonly kind: 'same' | 'changed' | 'removed' | 'added';
  readonly left: DiffSide | undefined;
  readonly right: DiffSide | undefined;
}

export interface DiffSide {
  readonly line: number;
  readonly text: string;
  /** Parts of a changed line; the ones that differ are marked. */
  readonly parts?: readonly { readonly text: string; readonly isChanged: boolean }[];
}

export interface DiffFold {
  readonly kind: 'fold';
  readonly rows: readonly DiffRow[];
}

const contextLines = 3;
const foldFrom = 8;
/** Word by word is for lines that are read; past this it costs more than it shows. */
const longestLine = 500;
const likeness = 0.4;

/** Lines of two texts side by side; a run of removed lines stands beside the added ones that replace it. */
export function diffLines(left: string, right: string): DiffRow[] {
  const rows: DiffRow[] = [];
  let leftLine = 1;
  let rightLine = 1;
  let removed: DiffSide[] = [];
  const flush = (added: readonly DiffSide[] = []) => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) rows.push(pair(removed[at], added[at]));
    removed = [];
  };
  for (const { value, added, removed: isRemoved } of diffArrays(left.split('\n'), right.split('\n'))) {
    if (isRemoved) {
      removed.push(...value.map((text) => ({ line: leftLine++, text })));
    } else if (added) {
      flush(value.map((text) => ({ line: rightLine++, text })));
    } else {
      flush();
      for (const text of value) {
        rows.push({ kind: 'same', left: { line: leftLine++, text }, right: { line: rightLine++, text } });
      }
    }
  }
  flush();
  return rows;
}

function pair(left: DiffSide | undefined, right: DiffSide | undefined): DiffRow {
  if (left === undefined) return { kind: 'added', left, right };
  if (right === undefined) return { kind: 'removed', left, right };
  if (left.text.length > longestLine || right.text.length > longestLine) return { kind: 'changed', left, right };
  const changes = diffWordsWithSpace(left.text, right.text);
  const kept = changes.reduce(
    (sum, change) => (change.added || change.removed ? sum : sum + change.value.trim().length),
    0,
  );
  // Lines that have little in common are two lines, not one that changed.
  if (kept < likeness * Math.max(left.text.trim().length, right.text.trim().length))
    return { kind: 'changed', left, right };
  const partsOf = (side: 'added' | 'removed') =>
    changes
      .filter((change) => !(side === 'removed' ? change.added : change.removed))
      .map((change) => ({ text: change.value, isChanged: change[side] }));
  return {
    kind: 'changed',
    left: { ...left, parts: partsOf('removed') },
    right: { ...right, parts: partsOf('added') },
  };
}

/** Long stretches without a change become folds. */
export function foldRows(rows: readonly DiffRow[]): (DiffRow | DiffFold)[] {
  const folded: (DiffRow | DiffFold)[] = [];
  let same: DiffRow[] = [];
  const flush = (isEnd: boolean) => {
    const head = folded.length === 0 ? 0 : contextLines;
    const tail = isEnd ? 0 : contextLines;
    if (same.length < foldFrom + head + tail) folded.push(...same);
    else {
      const hidden = same.slice(head, same.length - tail);
      folded.push(...same.slice(0, head), { kind: 'fold', rows: hidden }, ...same.slice(same.length - tail));
    }
    same = [];
  };
  for (const row of rows) {
    if (row.kind === 'same') same.push(row);
    else {
      if (same.length > 0) flush(false);
      folded.push(row);
    }
  }
  if (same.length > 0) flush(true);
  return folded;
}

/**
 * Whether a backtracking engine may take more than linear time for a pattern. A pattern becomes an automaton; the engine
 * tries all its paths before it fails, and their number grows with the text where two states p and q are joined by loops
 * that read the same word: p to p, p to q, and q to q. The search for a first match is a loop like any other: it begins
 * anew at each character.
 */
import { type CharSet, type Part, parsePattern } from './parse-pattern.ts';

interface Edge {
  readonly to: number;
  readonly has: CharSet;
}

interface Automaton {
  readonly edges: Edge[][];
  readonly free: number[][];
  /** Passed only at the beginning of a line or of the text. */
  readonly begins: number[][];
}

/** A word of the pattern's own alphabet that both loops read; undefined if the pattern takes linear time. */
export function findAmbiguity(source: string, flags = ''): string | undefined {
  const looks: Part[] = [];
  const found = findIn(parsePattern(source, flags), flags, looks);
  if (found !== undefined) return found;
  for (const look of looks) {
    const inner = findIn(look, flags, looks);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function findIn(part: Part, flags: string, looks: Part[]): string | undefined {
  const automaton: Automaton = { edges: [], free: [], begins: [] };
  const add = () => {
    automaton.free.push([]);
    automaton.begins.push([]);
    return automaton.edges.push([]) - 1;
  };
  const accepting = add();
  const first = add();
  link(automaton, add, part, first, accepting, looks);
  const alphabet = chooseLetters(automaton, flags);
  const isSticky = flags.includes('y');
  // Before the match: after a newline, where `^` holds with the flag m; at the beginning of the text; anywhere else.
  const [atBegin, atLine, anywhere] = [add(), add(), add()];
  const isNewline: CharSet = (code) => code === 10;
  const searching = [atBegin, atLine, anywhere];
  for (const state of isSticky ? [] : searching) {
    automaton.edges[state]?.push({ to: atLine, has: isNewline }, { to: anywhere, has: (code) => code !== 10 });
  }
  const closures = automaton.edges.map((_, state) => close(automaton, state, false));
  const open = close(automaton, first, true);
  closures[atBegin] = new Set([atBegin, ...open]);
  closures[atLine] = new Set([atLine, ...(flags.includes('m') ? open : close(automaton, first, false))]);
  closures[anywhere] = new Set([anywhere, ...close(automaton, first, false)]);
  const next = createSteps(automaton, closures, alphabet);
  const isHarmless = (state: number) => closures[state]?.has(accepting) ?? false;
  const reachable = walk([atBegin], (state) => alphabet.flatMap((_, letter) => next(state, letter)));
  const candidates = [...reachable].filter((state) => !isHarmless(state));
  return findTwins(candidates, alphabet, next, isHarmless);
}

type Step = (state: number, letter: number) => readonly number[];

/** Two states with a common loop word between them, by a search over triples of states. */
function findTwins(
  candidates: readonly number[],
  alphabet: readonly number[],
  next: Step,
  isHarmless: (state: number) => boolean,
): string | undefined {
  const onLoop = candidates.filter((state) =>
    walk(
      alphabet.flatMap((_, letter) => next(state, letter)),
      (other) => alphabet.flatMap((_, letter) => next(other, letter)),
    ).has(state),
  );
  for (const p of onLoop) {
    const reach = walk([p], (state) => alphabet.flatMap((_, letter) => next(state, letter)));
    for (const q of onLoop) {
      if (!reach.has(q)) continue;
      const word = findCommonLoop(p, q, alphabet, next, isHarmless);
      if (word !== undefined) return word;
    }
  }
  return undefined;
}

/** A word that leads p to p, p to q and q to q; for p = q, one that leads p to p in two ways. */
function findCommonLoop(
  p: number,
  q: number,
  alphabet: readonly number[],
  next: Step,
  isHarmless: (state: number) => boolean,
): string | undefined {
  const key = (triple: readonly number[]) => triple.join(' ');
  const start = [p, p, q, 0];
  const seen = new Map<string, { readonly before: string; readonly letter: number } | undefined>([
    [key(start), undefined],
  ]);
  const pending = [start];
  for (let at = 0; at < pending.length && at < 200_000; at++) {
    const [a = 0, b = 0, c = 0, parted = 0] = pending[at] as number[];
    for (const letter of alphabet.keys()) {
      for (const toA of next(a, letter)) {
        for (const toB of next(b, letter)) {
          for (const toC of next(c, letter)) {
            if (isHarmless(toA) || isHarmless(toB) || isHarmless(toC)) continue;
            const apart = parted === 1 || toA !== toB ? 1 : 0;
            const triple = [toA, toB, toC, apart];
            if (seen.has(key(triple))) continue;
            seen.set(key(triple), { before: key(pending[at] as number[]), letter });
            pending.push(triple);
            if (toA === p && toB === q && toC === q && (p !== q || apart === 1))
              return spell(key(triple), seen, alphabet);
          }
        }
      }
    }
  }
  return undefined;
}

function spell(
  last: string,
  seen: ReadonlyMap<string, { readonly before: string; readonly letter: number } | undefined>,
  alphabet: readonly number[],
): string {
  let word = '';
  for (let step = seen.get(last); step !== undefined; step = seen.get(step.before)) {
    word = String.fromCharCode(alphabet[step.letter] ?? 0) + word;
  }
  return word;
}

/** Adds the states of a part between two states. */
function link(automaton: Automaton, add: () => number, part: Part, from: number, to: number, looks: Part[]): void {
  switch (part.kind) {
    case 'set':
      automaton.edges[from]?.push({ to, has: part.has });
      break;
    case 'sequence': {
      let at = from;
      for (const [index, each] of part.parts.entries()) {
        const end = index === part.parts.length - 1 ? to : add();
        link(automaton, add, each, at, end, looks);
        at = end;
      }
      if (part.parts.length === 0) automaton.free[from]?.push(to);
      break;
    }
    case 'choice':
      for (const each of part.parts) {
        const begin = add();
        const end = add();
        automaton.free[from]?.push(begin);
        link(automaton, add, each, begin, end, looks);
        automaton.free[end]?.push(to);
      }
      break;
    case 'repeat':
      linkRepeat(automaton, add, part, from, to, looks);
      break;
    case 'begin':
      automaton.begins[from]?.push(to);
      break;
    case 'end':
      // A text may go on there: it is no way to succeed.
      break;
    case 'look':
      looks.push(part.part);
      automaton.free[from]?.push(to);
      break;
    default:
      automaton.free[from]?.push(to);
  }
}

/** More copies than this add nothing new. */
const copies = 3;

function linkRepeat(
  automaton: Automaton,
  add: () => number,
  { part, min, max }: Extract<Part, { kind: 'repeat' }>,
  from: number,
  to: number,
  looks: Part[],
): void {
  let at = from;
  for (let count = 0; count < Math.min(min, copies); count++) {
    const end = add();
    link(automaton, add, part, at, end, looks);
    at = end;
  }
  if (max === Number.POSITIVE_INFINITY) {
    const loop = add();
    automaton.free[at]?.push(loop);
    link(automaton, add, part, loop, loop, looks);
    automaton.free[loop]?.push(to);
    return;
  }
  automaton.free[at]?.push(to);
  for (let count = 0; count < Math.min(max - min, copies); count++) {
    const end = add();
    link(automaton, add, part, at, end, looks);
    automaton.free[end]?.push(to);
    at = end;
  }
}

function close({ free, begins }: Automaton, state: number, isAtBegin: boolean): Set<number> {
  return walk([state], (at) => [...(free[at] ?? []), ...(isAtBegin ? (begins[at] ?? []) : [])]);
}

function walk(from: readonly number[], follow: (state: number) => readonly number[]): Set<number> {
  const seen = new Set(from);
  for (const state of seen) for (const to of follow(state)) seen.add(to);
  return seen;
}

function createSteps({ edges }: Automaton, closures: readonly Set<number>[], alphabet: readonly number[]): Step {
  const known = new Map<number, readonly number[]>();
  return (state, letter) => {
    const key = state * alphabet.length + letter;
    const found = known.get(key);
    if (found !== undefined) return found;
    const code = alphabet[letter] ?? 0;
    const to = new Set<number>();
    for (const inner of closures[state] ?? []) {
      for (const edge of edges[inner] ?? []) if (edge.has(code)) to.add(edge.to);
    }
    known.set(key, [...to]);
    return [...to];
  };
}

/** One character for each combination of sets that some character is in. */
function chooseLetters({ edges }: Automaton, flags: string): number[] {
  const sets = edges.flatMap((list) => list.map(({ has }) => has));
  const codes = [...Array(0x180).keys(), 0x2028, 0x3000, 0x4e00, 0x25c1, 0x25b7, 0xff5c, 0xfeff];
  const byMembership = new Map<string, number>();
  for (const code of codes) {
    const key = sets.map((has) => (has(code) ? 1 : 0)).join('');
    const isLine = code === 10 && flags.includes('m');
    if (isLine || !byMembership.has(key)) byMembership.set(isLine ? `${key}n` : key, code);
  }
  return [...byMembership.values()];
}

/** What kind of target an expression can be, as bits of a number. */
export const Target = {
  NOTHING: 0,
  /** A bare name: `x := 1`, `f(x=1)`. */
  NAME: 1,
  /** One target: `x += 1`, `x: int`. */
  SINGLE: 2,
  /** Anything assignable: `[a, *b] = …`, `for x, y in …`. */
  ASSIGNABLE: 4,
  /** What `del` takes. */
  DELETABLE: 8,
  /** A finished `x := 1`. */
  WALRUS: 16,
  /** A sequence whose elements are targets. */
  SEQUENCE: 4 | 8,
  /** An attribute or a subscript. */
  MEMBER: 2 | 4 | 8,
  /** A name, which can be all of them. */
  ANY_NAME: 1 | 2 | 4 | 8,
} as const;

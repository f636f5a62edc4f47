/** Gives equal values as one and the same: of a hundred thousand, few differ. Remembers no more than `most` of them. */
export function createSharing<Value>(keyOf: (value: Value) => string = String, most = Number.POSITIVE_INFINITY) {
  const known = new Map<string, Value>();
  return (value: Value): Value => {
    const key = keyOf(value);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    known.set(key, value);
    return value;
  };
}

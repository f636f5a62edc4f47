/** The same fields, each of which may be left out or undefined. */
export type Optional<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

/** Leaves out the fields that are undefined. */
export function withoutUndefined<Fields extends object>(fields: Fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
}

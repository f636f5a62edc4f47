/** The same fields, each of which may be left out or undefined. */
export type Optional<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

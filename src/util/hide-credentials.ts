/** A URL without its user name and password. */
export function hideCredentials(url: string): string {
  return url.replace(/^(\w+:\/\/)[^/@]*@/, '$1');
}

/** A copy of a plain value in which no URL contains credentials. */
export function withoutCredentials<Value>(value: Value): Value {
  const hide = (_: string, member: unknown) => (typeof member === 'string' ? hideCredentials(member) : member);
  return JSON.parse(JSON.stringify(value, hide)) as Value;
}

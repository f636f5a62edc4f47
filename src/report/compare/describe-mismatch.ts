/** `A has 50 tasks, B has 8; 8 in both`, or the two values. */
export function describeMismatch({ field, a, b }: Readonly<Record<'field' | 'a' | 'b', string>>): string {
  return field === 'tasks' ? `A has ${a} tasks, B has ${b}` : `${field} is ${a} in A and ${b} in B`;
}

export type LintRule =
  | 'manifest'
  | 'schema'
  | 'id'
  | 'syntax'
  | 'entry-point'
  | 'tests'
  | 'repeated-test'
  | 'library'
  | 'domain'
  | 'ground-truth'
  | 'empty-body'
  | 'wrong-solution'
  | 'audit';

/** Something the pack's author should look at. Errors fail the lint; warnings do not. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly rule: LintRule;
  readonly message: string;
  readonly taskId?: string;
}

/** `tasks/003/test.py:12: repeated-test: …` */
export function formatFinding({ severity, file, line, rule, message }: Finding): string {
  return `${file}:${line}: ${severity === 'warning' ? 'warning: ' : ''}${rule}: ${message}`;
}

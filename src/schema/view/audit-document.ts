import type { TaskAudit } from '../audit-rule.ts';

/** `audit`: what the audits in the opened folders found, the most doubtful task first. */
export interface AuditDocument {
  readonly tasks: readonly TaskAudit[];
  /** Audits that could not be read, and why. */
  readonly problems: readonly string[];
}

import { z } from 'zod';

/** The seven areas of practical programming that tasks are grouped by. */
export const domainSchema = z.enum([
  'Computation',
  'General',
  'Visualization',
  'System',
  'Time',
  'Network',
  'Cryptography',
]);

export type Domain = z.infer<typeof domainSchema>;

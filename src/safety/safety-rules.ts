import { readJsonAsset } from '../util/read-asset.ts';
import type { SafetyRule } from './rule.ts';
import { findAny, type Sought } from './rule-finders.ts';

/** Rules as people write theirs, with more kinds of things to look for. */
const written = readJsonAsset<readonly (Omit<SafetyRule, 'find'> & Sought)[]>('safety-rules.json');

/** What the safety scan looks for, worst first. */
export const safetyRules: readonly SafetyRule[] = written.map(
  ({ id, severity, what, positive, negative, ...sought }) => {
    return { id, severity, what, positive, negative, find: findAny(sought) };
  },
);

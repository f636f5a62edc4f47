import type { Extraction, Sample } from '../schema/sample.ts';
import { loadTreeParser } from '../syntax/syntax-tree.ts';
import { takeEntryPoint } from './entry-point.ts';
import { mergeFences, takeFence } from './fence-strategies.ts';
import { removeReasoning } from './reasoning.ts';
import type { StrategyInput, StrategyName, Taken } from './strategy.ts';
import { takeAsUpstream } from './upstream.ts';

/** An answer, and how to take the code out of it. */
export interface SanitizeInput {
  /** The answer as the model gave it; null if it gave none. */
  readonly raw: string | null;
  readonly entryPoint: string;
  readonly strategy: StrategyName;
}

export interface Sanitized {
  readonly solution: string;
  readonly extraction: Extraction;
}

/** Extracts solutions from answers. One per process is enough: it holds the parser. */
export interface Sanitizer {
  sanitize(input: SanitizeInput): Sanitized;
}

interface Strategy {
  /** Raised whenever the same answer may give a different solution. */
  readonly version: number;
  readonly keepsReasoning: boolean;
  readonly take: (input: StrategyInput) => Taken;
}

const strategies: Record<StrategyName, Strategy> = {
  upstream: { version: 1, keepsReasoning: true, take: takeAsUpstream },
  'last-fence': { version: 1, keepsReasoning: false, take: (input) => takeFence(input, -1) },
  'first-fence': { version: 1, keepsReasoning: false, take: (input) => takeFence(input, 0) },
  'merge-fences': { version: 1, keepsReasoning: false, take: mergeFences },
  'entry-point': { version: 1, keepsReasoning: false, take: takeEntryPoint },
  none: { version: 1, keepsReasoning: false, take: ({ text }) => ({ solution: text, trail: ['took the whole text'] }) },
};

/** The version of a strategy, for what identifies a run. */
export function versionOfStrategy(strategy: StrategyName): number {
  return strategies[strategy].version;
}

/** Loads the parser, once per process. */
export async function createSanitizer(): Promise<Sanitizer> {
  const parser = await loadTreeParser();
  return {
    sanitize({ raw, entryPoint, strategy }) {
      const { version, keepsReasoning, take } = strategies[strategy];
      if (raw === null) return { solution: '', extraction: { strategy, version, trail: ['the answer is empty'] } };
      const { text, removed } = keepsReasoning ? { text: raw, removed: 0 } : removeReasoning(raw);
      const { solution, trail } = take({ text, entryPoint, parser });
      const before = removed > 0 ? [`removed ${removed} characters of reasoning`] : [];
      return { solution, extraction: { strategy, version, trail: [...before, ...trail] } };
    },
  };
}

/** How to take the code out of a sample. */
export interface SanitizeSampleOptions {
  readonly entryPoint: string;
  /** Default: `upstream`. */
  readonly strategy?: StrategyName;
}

/** A sample with its solution extracted from its raw text, or from its solution if it has no raw text. */
export async function sanitizeSample(sample: Sample, options: SanitizeSampleOptions): Promise<Sample> {
  const { entryPoint, strategy = 'upstream' } = options;
  const { sanitize } = await createSanitizer();
  const rawText = sample.rawText ?? sample.solution;
  return { ...sample, rawText, ...sanitize({ raw: rawText, entryPoint, strategy }) };
}

import type { Analysis } from './analysis.ts';
import { analyzeCoverage } from './analyze-coverage.ts';
import { analyzeDataset } from './analyze-dataset.ts';
import { analyzeGaps } from './analyze-gaps.ts';
import { analyzeHard } from './analyze-hard.ts';
import { analyzeOverlap } from './analyze-overlap.ts';
import { analyzePrompts } from './analyze-prompts.ts';
import { analyzeSolveRate } from './analyze-solve-rate.ts';
import { analyzeTools } from './analyze-tools.ts';

export const analyses = {
  dataset: analyzeDataset,
  coverage: analyzeCoverage,
  tools: analyzeTools,
  gaps: analyzeGaps,
  'solve-rate': analyzeSolveRate,
  hard: analyzeHard,
  overlap: analyzeOverlap,
  prompts: analyzePrompts,
} satisfies Record<string, Analysis>;

export function isAnalysisName(word: string): word is keyof typeof analyses {
  return Object.hasOwn(analyses, word);
}

import { join } from 'node:path';
import { hasSharedData, sharedData } from './shared-data.ts';

/** Real tasks, what a model answered to them, and what the original made of the answers. */
export interface RecordedData {
  readonly name: 'slice' | 'whole';
  /** How many tasks. */
  readonly size: number;
  readonly tasksFile: string;
  samplesFile(answers: 'complete' | 'instruct' | 'instruct-chat'): string;
  evalResultsFile(split: 'complete' | 'instruct'): string;
  file(...parts: string[]): string;
}

const sliceFolder = join(import.meta.dirname, '../../../test/fixtures/recorded');

/** The 60 tasks in test/fixtures/recorded, which always exist. */
export const recordedSlice = open('slice', 60, (...parts) => join(sliceFolder, ...parts));

/** All 1,140 tasks; absent without `hasSharedData`. */
export const recordedWhole = open('whole', 1140, sharedData);

/** What a test that works on both should run on. */
export const recordedData: readonly RecordedData[] = [recordedSlice, ...(hasSharedData ? [recordedWhole] : [])];

function open(name: RecordedData['name'], size: number, file: RecordedData['file']): RecordedData {
  return {
    name,
    size,
    file,
    tasksFile: file('bigcodebench-v0.1.4.jsonl.gz'),
    samplesFile: (answers) => file('samples', `qwen2.5-coder-7b-instruct--${answers}.samples.jsonl.gz`),
    evalResultsFile: (split) => file('samples', `qwen2.5-coder-7b-instruct--${split}.eval_results.json.gz`),
  };
}

import { defaultRules } from '../../schema/evaluation-rules.ts';
import type { RunHeader } from '../../schema/run-record.ts';
import type { OpenRunLogOptions } from '../run-writer.ts';

/** What the manifest of a small run says; `fields` set what matters to the test. */
export function exampleManifest(fields: Partial<RunHeader> = {}): Awaited<ReturnType<OpenRunLogOptions['describe']>> {
  return {
    run: {
      model: { name: 'test:model' },
      split: 'complete',
      subset: 'small',
      dataset: { name: 'small', version: '1', hash: 'abc', file: 'tasks/none.jsonl.gz' },
      taskIds: ['T/1', 'T/2'],
      missing: 'fail',
      rules: defaultRules,
      tool: { version: '0', node: 'v20', platform: 'linux' },
      startedAt: '2026-01-01T00:00:00.000Z',
      ...fields,
    },
    exports: [],
    provenance: {},
  };
}

/** The corpus on today's Pythons and libraries, where `bcb env install --profile modern` has installed them. */
import { afterAll } from 'vitest';
import { findModern } from '../../src/environment/testing/find-modern.ts';
import { namespaces } from '../../src/executor/local/testing/namespaces.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { describeCorpus } from './describe-corpus.ts';
import { renderResults } from './result-table.ts';

const level = 'namespaces';
const results = new Map<string, Map<string, string>>();

for (const name of ['modern-cp312', 'modern-cp313']) {
  const installed = await findModern(name);
  describeNeeding(namespaces, { name: 'the modern environment', isMet: installed !== undefined })(name, () => {
    if (!installed) return;
    const { environment } = installed;
    const outcomes = new Map<string, string>();
    results.set(name, outcomes);
    const onResult = (program: string, outcome: string) => outcomes.set(program, outcome);
    describeCorpus({ level, python: environment.python, onResult });
    describeCorpus({ level, groups: ['forgery', 'separate', 'honest'], environment, onResult });
  });
}

afterAll(() => {
  if (results.size > 0) console.log(renderResults(results));
});

/** Programs that lie through numpy, pandas and matplotlib: they need an environment that has them. */
import { describe } from 'vitest';
import { resolveDataFolder } from '../../src/environment/data-folder.ts';
import { listEnvironments, listMissing } from '../../src/environment/load-environment.ts';
import { loadCorpus } from './corpus.ts';
import { describeCorpus } from './describe-corpus.ts';

const libraries = [...new Set(loadCorpus(['forgery', 'honest']).flatMap(({ needs }) => needs))];
const installed = await listEnvironments(resolveDataFolder(process.env));
const fitting = installed.find(({ environment }) => listMissing(environment, libraries).length === 0);

if (fitting === undefined) {
  describe.skip(`hostile programs that need ${libraries.join(', ')}: \`bcb env install\` has not been run`, () => {});
} else {
  describeCorpus({ level: 'namespaces', groups: ['forgery', 'honest'], environment: fitting.environment });
}

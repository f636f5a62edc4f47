/** Programs that lie through numpy, pandas and matplotlib: they need an environment that has them. */
import { resolveDataFolder } from '../../src/environment/data-folder.ts';
import { listMissing, listProgramEnvironments } from '../../src/environment/load-environment.ts';
import { namespaces } from '../../src/executor/local/testing/namespaces.ts';
import { describeNeeding, type Need } from '../../src/util/testing/needs.ts';
import { loadCorpus } from './corpus.ts';
import { describeCorpus } from './describe-corpus.ts';

const libraries = [...new Set(loadCorpus(['forgery', 'honest']).flatMap(({ needs }) => needs))];
const installed = await listProgramEnvironments(resolveDataFolder(process.env));
const fitting = installed.find(({ environment }) => listMissing(environment, libraries).length === 0);

const environment: Need = { name: 'npm run setup', isMet: fitting !== undefined };

describeNeeding(namespaces, environment)('with libraries', () => {
  if (fitting) describeCorpus({ level: 'namespaces', groups: ['forgery', 'honest'], environment: fitting.environment });
});

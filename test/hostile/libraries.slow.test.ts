/** Programs that lie through numpy, pandas and matplotlib: they need an environment that has them. */
import { expect, it } from 'vitest';
import { resolveDataFolder } from '../../src/environment/data-folder.ts';
import { listMissing, listProgramEnvironments } from '../../src/environment/load-environment.ts';
import { createLocalExecutor } from '../../src/executor/local/create-local-executor.ts';
import { namespaces } from '../../src/executor/local/testing/namespaces.ts';
import { describeNeeding, type Need } from '../../src/util/testing/needs.ts';
import { corpusLimits, loadCorpus } from './corpus.ts';
import { describeCorpus } from './describe-corpus.ts';

const libraries = [...new Set(loadCorpus(['forgery', 'separate', 'honest']).flatMap(({ needs }) => needs))];
const installed = await listProgramEnvironments(resolveDataFolder(process.env));
const fitting = installed.find(({ environment }) => listMissing(environment, libraries).length === 0);

const environment: Need = { name: 'npm run setup', isMet: fitting !== undefined };

describeNeeding(namespaces, environment)('with libraries', () => {
  if (fitting)
    describeCorpus({
      level: 'namespaces',
      groups: ['forgery', 'separate', 'honest'],
      environment: fitting.environment,
    });

  it('a library reads its settings before the program can write them', async () => {
    if (!fitting) return;
    await using executor = await createLocalExecutor({ environment: fitting.environment, level: 'namespaces' });
    const code = 'open("matplotlibrc", "w").write("lines.linewidth: 77")\ndef task_func(): return 3';
    const test =
      'import unittest\nclass TestCases(unittest.TestCase):\n    def test_it(self):\n        import matplotlib\n        self.assertEqual(task_func(), 3)\n        self.assertNotEqual(matplotlib.rcParams["lines.linewidth"], 77)\n';
    const separate = { prompt: '', entryPoint: 'task_func' };
    // One job: nothing is in memory before it.
    for await (const execution of executor.execute([
      { id: 'settings', code, test, separate, limits: corpusLimits, libs: [] },
    ])) {
      expect(execution).toMatchObject({ outcome: 'pass', separate: { level: 'value' } });
    }
  });
});

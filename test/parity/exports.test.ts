import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { exportEveryEvalEver } from '../../src/report/export/every-eval-ever.ts';
import type { ExportedFile } from '../../src/report/export/exported-run.ts';
import { exportInspectLog } from '../../src/report/export/inspect-log.ts';
import { exampleExportedRun } from '../../src/report/testing/example-exported-run.ts';
import { createTemporaryFolder } from '../../src/testing/temporary-folder.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { installPackages } from './testing/python-packages.ts';

const python = await installPackages({
  name: 'exports',
  python: '3.12',
  packages: ['inspect_ai==0.3.285', 'every_eval_ever==0.3.0', 'pandas', 'pyarrow'],
});

async function writeFiles(folder: string, files: readonly ExportedFile[]): Promise<void> {
  for (const { path, content } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

describeNeeding({ name: 'packages from PyPI', isMet: python !== undefined })(
  'what other tools make of our files',
  () => {
    test('Inspect lists, reads, summarizes and converts the log', async () => {
      await using folder = await createTemporaryFolder();
      await writeFiles(folder.path, [exportInspectLog(exampleExportedRun)]);
      const script = fileURLToPath(new URL('testing/read_exports.py', import.meta.url));
      const found = execFileSync(python ?? '', [script, folder.path], { encoding: 'utf8' });
      expect(JSON.parse(found)).toEqual({
        status: 'success',
        samples: 4,
        summaries: 4,
        metric: 0.75,
        frame: 4,
        evals: 1,
        copied: 4,
      });
    });

    test('Every Eval Ever validates the record and every line', async () => {
      await using folder = await createTemporaryFolder();
      const files = await exportEveryEvalEver(exampleExportedRun);
      await writeFiles(folder.path, files);
      const words = ['-m', 'every_eval_ever', 'validate', ...files.map(({ path }) => path)];
      const said = execFileSync(python ?? '', words, { cwd: folder.path, encoding: 'utf8' });
      expect(said).toContain('2 passed, 0 warning-only, 0 failed');
    });
  },
);

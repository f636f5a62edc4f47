import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../evaluate/testing/tasks.ts';
import type { RunDocument } from '../schema/view/run-document.ts';
import { writeExampleRun } from '../store/testing/example-run.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { exportView } from './export-view.ts';
import { openExampleView } from './testing/open-example-view.ts';

const files = {
  names: ['index.html', 'assets/app.js'],
  read: async (name: string) => Buffer.from(name === 'index.html' ? '<html><head></head><body></body></html>' : 'app'),
  respond: async () => new Response(),
};
const info = { version: '1', kind: 'live' as const, canExecute: true, folders: ['/secret'] };

async function exportRuns(outDir: string, folder: string, signal?: AbortSignal) {
  await using view = openExampleView(outDir);
  return exportView({ documents: view.documents, files, info, folder, signal });
}

const read = async (folder: string, name: string) =>
  JSON.parse(await readFile(join(folder, 'data', `${name}.json`), 'utf8'));

describe('exportView', () => {
  it('writes the page and every document that it asks for', async () => {
    await using out = await createTemporaryFolder();
    const paths = [
      await writeExampleRun(out.path, { 'T/1#0': 'right', 'T/2#0': 'wrong' }, { name: 'a' }),
      await writeExampleRun(out.path, { 'T/1#0': 'right', 'T/2#0': 'right' }, { name: 'b' }),
    ];
    const [a = '', b = ''] = paths.map((path) => path.split('/').at(-1) ?? '');
    const folder = join(out.path, 'site');
    const { files: count, backup } = await exportRuns(out.path, folder);
    expect(backup).toBeUndefined();
    const written = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(written.filter((entry) => entry.isFile())).toHaveLength(count);
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('name="bcb-documents" content="./data"');
    expect(await read(folder, 'info')).toMatchObject({ kind: 'export', canExecute: false });
    expect((await read(folder, 'runs')).runs).toHaveLength(2);
    for (const name of ['matrix', 'failures', 'leaderboard', 'tasks', `compare/${a}/${b}`, `compare/${b}/${a}`]) {
      await read(folder, name);
    }
    expect(await read(folder, 'tasks/T~2F1')).toMatchObject({ id: 'T/1' });
    expect((await read(folder, 'tasks/T~2F1/answers')).answers).toHaveLength(2);
    const run: RunDocument = await read(folder, `runs/${a}`);
    expect(run.samples.task).toHaveLength(2);
    expect(await read(folder, `runs/${a}/samples/0/T~2F2`)).toMatchObject({
      taskId: 'T/2',
      verdict: { status: 'fail' },
    });
  });

  it('leaves out comparisons of runs that share no task', async () => {
    await using out = await createTemporaryFolder();
    await writeExampleRun(out.path, { 'T/1#0': 'right' }, { name: 'a', tasks: [buildTask('T/1')] });
    await writeExampleRun(out.path, { 'X/1#0': 'right' }, { name: 'b', tasks: [buildTask('X/1')] });
    const folder = join(out.path, 'site');
    await exportRuns(out.path, folder);
    expect(await readdir(join(folder, 'data'))).not.toContain('compare');
    expect((await readdir(join(folder, 'data', 'runs'))).filter((name) => name.endsWith('.json'))).toHaveLength(2);
  });

  it('moves aside what was there', async () => {
    await using out = await createTemporaryFolder();
    await writeExampleRun(out.path, { 'T/1#0': 'right' });
    const folder = join(out.path, 'site');
    await mkdir(folder);
    await writeFile(join(folder, 'mine.txt'), 'mine');
    const { backup } = await exportRuns(out.path, folder);
    expect(await readFile(join(backup ?? '', 'mine.txt'), 'utf8')).toBe('mine');
    expect(await readdir(folder)).not.toContain('mine.txt');
  });

  it('stops when told to', async () => {
    await using out = await createTemporaryFolder();
    await writeExampleRun(out.path, { 'T/1#0': 'right' });
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(exportRuns(out.path, join(out.path, 'site'), signal)).rejects.toThrow('enough');
  });
});

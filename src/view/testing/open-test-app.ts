import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Task } from '../../schema/task.ts';
import { createViewApp } from '../create-view-server.ts';
import { openView } from '../open-view.ts';
import { createSandboxDoor, type OpenSandbox } from '../sandbox-door.ts';

export interface TestApp {
  readonly app: Hono;
  readonly close: () => Promise<void>;
}

interface TestAppOptions {
  readonly paths: readonly string[];
  readonly tasks: readonly Task[];
  readonly token: string;
  readonly openSandbox: OpenSandbox;
}

/** The explorer's HTTP face without a port, over a page that is not built. */
export async function openTestApp({ paths, tasks, token, openSandbox }: TestAppOptions): Promise<TestApp> {
  const webFolder = await mkdtemp(join(tmpdir(), 'bcb-view-web-'));
  await writeFile(join(webFolder, 'index.html'), '<div id="root"></div>');
  const view = await openView({ paths, version: '0', readPublicTasks: async () => tasks, webFolder });
  const sandbox = createSandboxDoor(openSandbox);
  const app = createViewApp({ ...view, sandbox, hosts: ['127.0.0.1:7861', 'localhost:7861'], token });
  const close = async () => {
    await sandbox[Symbol.asyncDispose]();
    await view[Symbol.asyncDispose]();
    await rm(webFolder, { recursive: true, force: true });
  };
  return { app, close };
}

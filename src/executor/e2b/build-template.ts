import { copyFile, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { runProgram } from '../../util/run-program.ts';
import { messageOf } from '../../util/system-error.ts';
import { defaultTemplate, type E2bConnection, openE2bClient, templateSize } from './e2b-client.ts';

interface BuildTemplateOptions {
  readonly connection: E2bConnection;
  readonly name?: string | undefined;
  /** All that `npm` sees of the environment. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly onLog: (line: string) => void;
  readonly signal: AbortSignal;
  /** Archive of this package; without it one is packed. */
  readonly archive?: string | undefined;
}

const packageFolder = fileURLToPath(new URL('../../../', import.meta.url));

/** Has E2B build the template that sandboxes start from: this very package and its locked Python environment. */
export async function buildTemplate(options: BuildTemplateOptions): Promise<{ readonly name: string }> {
  const { name = defaultTemplate, onLog, signal } = options;
  const { Template, connection } = await openE2bClient(options.connection);
  const folder = await mkdtemp(join(tmpdir(), 'bcb-template-'));
  try {
    const archive = join(folder, 'bigcodebench.tgz');
    if (options.archive === undefined) await rename(await packPackage(folder, options), archive);
    else await copyFile(options.archive, archive);
    const dockerfile = await readFile(join(packageFolder, 'docker', 'e2b', 'e2b.Dockerfile'), 'utf8');
    const template = Template({ fileContextPath: folder }).fromDockerfile(dockerfile);
    const onBuildLogs = (entry: { readonly message: string }) => onLog(entry.message);
    await Template.build(template, name, { ...connection, ...templateSize, onBuildLogs, signal });
    return { name };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BigCodeBenchError) throw error;
    const message = `E2B did not build the template ${name} (${messageOf(error)}).`;
    throw new BigCodeBenchError('NETWORK', message, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function packPackage(folder: string, { variables, signal }: BuildTemplateOptions): Promise<string> {
  const command = ['npm', 'pack', '--ignore-scripts', '--pack-destination', folder];
  const { code, stderr } = await runProgram(command, { variables, cwd: packageFolder, signal });
  signal.throwIfAborted();
  const packed = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (code === 0 && packed !== undefined) return join(folder, packed);
  const last = stderr.trim().split('\n').at(-1);
  throw new BigCodeBenchError('ENVIRONMENT', `\`npm pack\` failed (${last}): a template needs npm on this machine.`);
}

import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../../util/testing/needs.ts';
import { listDescendants, readProcess, waitUntilGone } from '../../local/testing/process-tree.ts';

export interface LoopbackSshd extends AsyncDisposable {
  /** The command that runs these words on that "machine". */
  command(words: string): string;
  /** Ends the "machine": sshd and all that it runs, at once. */
  crash(): Promise<void>;
}

/** Debian's sshd on a port of 127.0.0.1, with keys that exist only as long as it does. */
export async function startLoopbackSshd(): Promise<LoopbackSshd> {
  const folder = await mkdtemp(join(tmpdir(), 'bcb-sshd-'));
  const path = (name: string) => join(folder, name);
  for (const name of ['host', 'client']) {
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path(name)]);
  }
  await writeFile(path('authorized'), await readFile(path('client.pub'), 'utf8'));
  await chmod(path('authorized'), 0o600);
  const port = await findPort();
  await writeFile(
    path('config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${path('host')}`,
      `AuthorizedKeysFile ${path('authorized')}`,
      `PidFile ${path('pid')}`,
      'PasswordAuthentication no',
      'PermitRootLogin prohibit-password',
      'StrictModes no',
      'UsePAM no',
      '',
    ].join('\n'),
  );
  if (userInfo().uid === 0) spawnSync('mkdir', ['-p', '/run/sshd']);
  const child = spawn(findProgram('sshd') ?? '', ['-D', '-e', '-f', path('config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  for (let attempt = 0; !said.includes('Server listening'); attempt++) {
    if (attempt > 500) throw new Error(`sshd did not start: ${said}`);
    await sleep(20);
  }
  const crash = async () => {
    if (child.pid === undefined) return;
    const family = [...readProcess(child.pid), ...listDescendants(child.pid)];
    for (const { pid } of family) kill(pid);
    await waitUntilGone(family);
  };
  const options = [
    `-p ${port}`,
    `-i ${path('client')}`,
    '-o BatchMode=yes',
    '-o StrictHostKeyChecking=no',
    `-o UserKnownHostsFile=${path('known')}`,
    '-o LogLevel=ERROR',
  ].join(' ');
  return {
    command: (words) => `ssh ${options} ${userInfo().username}@127.0.0.1 ${quote(words)}`,
    crash,
    [Symbol.asyncDispose]: async () => {
      await crash();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The remote shell gets the words as one. */
function quote(words: string): string {
  return `'${words.replaceAll("'", "'\\''")}'`;
}

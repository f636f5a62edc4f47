/** The checks of the host must be able to fail: each is shown a violation of the kind that it is there to find. */
import { execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bareEnvironment } from '../../../src/executor/local/testing/bare-environment.ts';
import { createScriptedExecutor } from '../../../src/testing/scripted-executor.ts';
import { skipFor } from '../../../src/util/testing/needs.ts';
import { waitFor } from '../../../src/util/testing/wait-for.ts';
import { loadCorpus } from '../corpus.ts';
import { createCorpusRunner } from '../run-corpus.ts';
import { type Planted, plant, plantVariable } from './planted.ts';
import { compareSnapshots, type HostQuery, marker, takeSnapshot } from './snapshot.ts';

/** An empty folder stands for the repository, so that nobody else writes to it meanwhile. */
function createQuery(overrides: Partial<HostQuery> = {}): HostQuery {
  const repository = mkdtempSync(join(tmpdir(), 'bcb-host-checks-'));
  onTestFinished(() => rmSync(repository, { recursive: true }));
  return { pid: process.pid, sampleUids: new Set(), repository, ...overrides };
}

async function createPlanted(): Promise<Planted> {
  const planted = await plant({ repository: '/nowhere', environmentToken: plantVariable() });
  onTestFinished(() => planted[Symbol.asyncDispose]());
  return planted;
}

it('finds a process that was left below this one', async () => {
  const query = createQuery();
  const before = takeSnapshot(query);
  const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  expect(compareSnapshots(before, takeSnapshot(query))).toContain('processes: new sleep');
});

it('finds a marked process that has left the family', () => {
  const query = createQuery();
  const before = takeSnapshot(query);
  const script = `/bin/sh -c 'sleep 1000; : ${marker}' >/dev/null 2>&1 & echo $!`;
  const pid = Number(execFileSync('setsid', ['/bin/sh', '-c', script], { encoding: 'utf8' }));
  onTestFinished(() => void process.kill(-findGroup(pid), 'SIGKILL'));
  expect(compareSnapshots(before, takeSnapshot(query)).join('\n')).toMatch(new RegExp(`processes: new .*stray ${pid}`));
});

it('finds a mount', async (context) => {
  const namespaced = spawn('unshare', ['--user', '--map-root-user', '--mount', '/bin/sh'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void namespaced.kill('SIGKILL'));
  const say = async (words: string) => {
    const answer = Promise.race([once(namespaced.stdout, 'data'), once(namespaced, 'exit').then(() => undefined)]);
    namespaced.stdin.on('error', () => {}).write(`${words}; echo done\n`);
    return (await answer) !== undefined;
  };
  if (!(await say(':'))) return skipFor(context, 'user namespaces');
  const query = createQuery({ pid: namespaced.pid ?? 0 });
  const before = takeSnapshot(query);
  await say('mount -t tmpfs tmpfs /mnt');
  expect(compareSnapshots(before, takeSnapshot(query)).join('\n')).toMatch(/mounts: new .*\/mnt.* tmpfs/);
});

it('finds a system mount that is gone, and leaves alone what the host unmounted itself', () => {
  const before = takeSnapshot(createQuery());
  const withMounts = (...points: string[]) => ({
    ...before,
    mounts: points.map((point) => `/ ${point} rw - tmpfs x rw`),
  });
  const gone = compareSnapshots(withMounts('/proc/sys', '/media/stick', '/run/user/7'), withMounts());
  expect(gone).toEqual(['mounts: gone / /proc/sys rw - tmpfs x rw']);
});

it('finds sockets by their owner and by their name', async () => {
  const query = createQuery({ sampleUids: new Set([process.getuid?.() ?? -1]) });
  const before = takeSnapshot(query);
  const tcp = createServer().listen(0, '127.0.0.1');
  const unix = createServer().listen(`\0${marker}-${process.pid}`);
  const udp = createSocket('udp4').bind(0, '127.0.0.1');
  await Promise.all([tcp, unix, udp].map((server) => once(server, 'listening')));
  onTestFinished(() => [tcp, unix, udp].forEach((server) => void server.close()));
  const found = compareSnapshots(before, takeSnapshot(query));
  expect(found).toContain(`sockets: new tcp:${(tcp.address() as { port: number }).port}`);
  expect(found).toContain(`sockets: new udp:${udp.address().port}`);
  // Node fills abstract names up to their full length, which the kernel shows as `@`.
  expect(found.join('\n')).toMatch(new RegExp(`^sockets: new unix:@${marker}-${process.pid}@*$`, 'm'));
});

it('finds a control group', (context) => {
  const query = createQuery();
  const before = takeSnapshot(query);
  const folder = ['/sys/fs/cgroup/memory', '/sys/fs/cgroup']
    .map((parent) => join(parent, `${marker}-${process.pid}`))
    .find((path) => {
      try {
        mkdirSync(path);
        return true;
      } catch {
        return false;
      }
    });
  if (folder === undefined) return skipFor(context, 'control groups');
  onTestFinished(() => rmdirSync(folder));
  expect(compareSnapshots(before, takeSnapshot(query))).toContain(`cgroups: new ${folder}`);
});

it('finds files by their name and by their owner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bcb-host-checks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const query = createQuery();
  const before = takeSnapshot(query);
  writeFileSync(join(folder, marker), '');
  expect(compareSnapshots(before, takeSnapshot(query))).toEqual([`files: new ${join(folder, marker)}`]);
  const byOwner = { ...query, sampleUids: new Set([process.getuid?.() ?? -1]) };
  const earlier = takeSnapshot(byOwner);
  writeFileSync(join(folder, 'plain'), '');
  expect(compareSnapshots(earlier, takeSnapshot(byOwner))).toContain(`files: new ${join(folder, 'plain')}`);
});

it('finds files of the repository that were added, rewritten or removed', () => {
  const query = createQuery();
  const [kept, removed] = [join(query.repository, 'kept'), join(query.repository, 'removed')];
  writeFileSync(kept, 'one');
  writeFileSync(removed, '');
  const before = takeSnapshot(query);
  writeFileSync(kept, 'other');
  rmSync(removed);
  writeFileSync(join(query.repository, 'added'), '');
  const found = compareSnapshots(before, takeSnapshot(query)).map((line) => line.split(' ').slice(0, 3).join(' '));
  expect(found.sort()).toEqual([
    `repository: gone ${kept}`,
    `repository: gone ${removed}`,
    `repository: new ${join(query.repository, 'added')}`,
    `repository: new ${kept}`,
  ]);
});

it('finds objects in the shared memory of the kernel', () => {
  const query = createQuery();
  const before = takeSnapshot(query);
  const call = (words: string) => execFileSync(bareEnvironment().python, ['-c', `import ctypes; ${words}`]);
  call('assert ctypes.CDLL(None).shmget(0x62636268, 4096, 0o1600) >= 0');
  onTestFinished(() => {
    call('libc = ctypes.CDLL(None); libc.shmctl(libc.shmget(0x62636268, 0, 0), 0, None)');
  });
  expect(compareSnapshots(before, takeSnapshot(query)).join('\n')).toMatch(/^ipc: new shm \d+$/m);
});

it('finds a changed setting of the kernel', () => {
  const before = takeSnapshot(createQuery());
  expect(before.kernel).toHaveLength(4);
  const after = { ...before, kernel: before.kernel.map((line) => line.replace(/^kernel\/core_pattern.*/, '|/tmp/x')) };
  expect(compareSnapshots(before, after)).toContain('kernel: new |/tmp/x');
});

it('finds the secrets in what came back', async () => {
  const { words, violations } = await createPlanted();
  expect(violations('nothing')).toEqual([]);
  expect(violations(readFileSync(words.SECRET_FILE ?? '', 'utf8'))).toEqual(['read the secret of the file']);
  expect(violations(process.env[words.SECRET_VARIABLE ?? ''] ?? '')).toEqual(['read the secret of the environment']);
});

it('finds that the planted servers were reached', async () => {
  const { words, violations } = await createPlanted();
  for (const where of [
    { host: '127.0.0.1', port: Number(words.TCP_PORT) },
    { path: words.SOCKET ?? '' },
    { path: `\0${words.ABSTRACT}` },
  ]) {
    const connection = connect(where);
    connection.resume();
    await once(connection, 'close');
  }
  const datagram = createSocket('udp4');
  datagram.send('x', Number(words.UDP_PORT), '127.0.0.1');
  onTestFinished(() => void datagram.close());
  const found: string[] = [];
  await waitFor(() => {
    found.push(...violations(''));
    expect(found).toHaveLength(4);
  });
  expect(found.sort()).toEqual([
    'reached a TCP server on loopback',
    'reached a UDP socket on loopback',
    'reached a unix socket',
    'reached an abstract unix socket',
  ]);
});

it('finds that a bystander was killed', async () => {
  const { words, violations } = await createPlanted();
  process.kill(Number(words.BYSTANDER_PID), 'SIGKILL');
  await waitFor(() => expect(violations('')).toEqual(['killed a bystander']));
});

it('tells about what a program did while it ran', async () => {
  await using runner = await createCorpusRunner(async () =>
    createScriptedExecutor(({ id, code }) => {
      const path = /open\("(.*?)"\)/.exec(code)?.[1];
      return id.startsWith('honest-') || path === undefined ? {} : { stdout: readFileSync(path, 'utf8') };
    }),
  );
  const [program] = loadCorpus();
  if (program === undefined) throw new Error('the corpus is empty');
  const result = await runner.run({ ...program, code: 'print(open("@SECRET_FILE@").read())' });
  expect(result.violations).toEqual(['read the secret of the file']);
});

function findGroup(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
}

it('leaves alone the engine folders of another living process, and finds them once it has ended', async () => {
  const other = spawn('sleep', ['1000'], { stdio: 'ignore' });
  onTestFinished(() => void other.kill('SIGKILL'));
  await once(other, 'spawn');
  const query = createQuery();
  const before = takeSnapshot(query);
  const folder = mkdtempSync(join(tmpdir(), `bcb-${other.pid}-`));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, `${marker}-1`), '');
  expect(compareSnapshots(before, takeSnapshot(query))).not.toContain(`files: new ${folder}/${marker}-1`);
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(compareSnapshots(before, takeSnapshot(query))).toContain(`files: new ${folder}/${marker}-1`);
});

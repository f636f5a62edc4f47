import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveDataFolder } from '../../../../environment/data-folder.ts';

const projectRoot = join(import.meta.dirname, '..', '..', '..', '..', '..');

export interface SandboxFacts {
  readonly id: string;
  readonly template: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly hasNetwork: boolean;
  readonly timeoutMs: number;
}

export interface ProcessRequest {
  readonly cmd: string;
  readonly args: readonly string[];
  readonly envs?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
}

const user = '/home/user';

/** A sandbox of the loopback peer: a home of its own, and commands that see the rest of the machine read-only. */
export class LoopbackSandbox {
  readonly facts: SandboxFacts;
  readonly startedAt = new Date();
  endAt: Date;
  readonly processes = new Map<number, ChildProcess>();
  readonly #home: string;
  readonly #onEnd: () => void;
  #timer: NodeJS.Timeout | undefined;

  private constructor(facts: SandboxFacts, home: string, onEnd: () => void) {
    this.facts = facts;
    this.#home = home;
    this.#onEnd = onEnd;
    this.endAt = this.setTimeout(facts.timeoutMs);
  }

  /** `programs` are found on PATH inside: name → shell command that takes the arguments. */
  static async create(
    facts: SandboxFacts,
    programs: Readonly<Record<string, string>>,
    onEnd: () => void,
  ): Promise<LoopbackSandbox> {
    const home = await mkdtemp(join(tmpdir(), 'bcb-e2b-'));
    await mkdir(join(home, 'bin'));
    for (const [name, command] of Object.entries(programs)) {
      await writeFile(join(home, 'bin', name), `#!/bin/sh\nexec ${command} "$@"\n`);
      await chmod(join(home, 'bin', name), 0o755);
    }
    // Commands run in a login shell, which would forget a PATH that was handed in.
    await writeFile(join(home, '.profile'), 'export PATH="$HOME/bin:$PATH"\n');
    return new LoopbackSandbox(facts, home, onEnd);
  }

  /** Where a path inside is on this machine; relative ones are below the home. */
  resolve(path: string): string {
    const inside = path.startsWith('/') ? path : join(user, path);
    if (!join(inside).startsWith(`${user}/`)) throw new Error(`${path} is outside of ${user}`);
    return join(this.#home, join(inside).slice(user.length));
  }

  start({ cmd, args, envs = {}, cwd = user }: ProcessRequest): ChildProcess {
    // The whole of /proc, not bubblewrap's own: in a real sandbox, too, programs can be put into namespaces of their own.
    const mounts = ['--ro-bind', '/', '/', '--dev', '/dev', '--bind', '/proc', '/proc', '--tmpfs', '/tmp'];
    // What was compiled before need not be compiled again.
    const compiled = join(tmpdir(), 'jiti');
    // This project and its environments may themselves lie below /tmp or /home.
    const needed = [compiled, projectRoot, resolveDataFolder(process.env)];
    const namespaces = ['--unshare-user', '--uid', '1000', '--gid', '1000', '--unshare-ipc'];
    const network = this.facts.hasNetwork ? [] : ['--unshare-net'];
    const variables = Object.entries({ PATH: '/usr/local/bin:/usr/bin:/bin', HOME: user, USER: 'user', ...envs });
    const child = spawn(
      'bwrap',
      [
        ...mounts,
        ...['--tmpfs', '/home', ...needed.flatMap((path) => ['--ro-bind-try', path, path])],
        ...['--bind', this.#home, user, '--chdir', cwd],
        ...[...namespaces, ...network, '--die-with-parent', '--clearenv'],
        ...variables.flatMap(([name, value]) => ['--setenv', name, value]),
        ...[cmd, ...args],
      ],
      // A group of its own: ending it ends what the command started.
      { stdio: ['pipe', 'pipe', 'pipe'], detached: true },
    );
    const { pid } = child;
    child.stdin.on('error', () => {});
    child.on('error', () => {});
    if (pid !== undefined) {
      this.processes.set(pid, child);
      child.once('close', () => this.processes.delete(pid));
    }
    return child;
  }

  /** It ends by itself when this time is over. */
  setTimeout(timeoutMs: number): Date {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.end(), timeoutMs);
    this.endAt = new Date(Date.now() + timeoutMs);
    return this.endAt;
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#onEnd();
    await Promise.all(
      [...this.processes.values()].map(async (child) => {
        const closed = once(child, 'close');
        killGroup(child);
        await closed;
      }),
    );
    await rm(this.#home, { recursive: true, force: true });
  }
}

/** Ends a command and everything it started. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

import type { Finding } from './diagnose.ts';
import type { MachineFacts } from './examine-machine.ts';

type System = Pick<MachineFacts, 'platform' | 'kernel'>;

/** Whether programs can run on this machine at all: the sandbox is made of parts of the Linux kernel. */
export function canExecute({ platform }: Pick<System, 'platform'>): boolean {
  return platform === 'linux';
}

const worksAnywhere = 'generate, sanitize, syncheck, inspect, compare, report and view work here';
const elsewhere =
  'run programs elsewhere with --execution http:URL, e2b, or exec:"ssh host bcb worker --stdio", or in the image of docker/';

/** What works on a system other than plain Linux. */
export function diagnosePlatform({ platform, kernel }: System): Finding[] {
  if (platform === 'darwin') {
    const sentence = `macOS cannot run programs: the sandbox needs Linux. ${worksAnywhere}.`;
    return [{ severity: 'bad', sentence, fix: elsewhere, tasks: [] }];
  }
  if (platform === 'win32') {
    const sentence = `Windows cannot run programs: the sandbox needs Linux. ${worksAnywhere}.`;
    return [{ severity: 'bad', sentence, fix: `use WSL 2 (\`wsl --install\`), or ${elsewhere}`, tasks: [] }];
  }
  if (!canExecute({ platform })) {
    const sentence = `${platform} cannot run programs: the sandbox needs Linux. ${worksAnywhere}.`;
    return [{ severity: 'bad', sentence, fix: elsewhere, tasks: [] }];
  }
  // WSL 2 is a Linux kernel built by Microsoft (`…-microsoft-standard-WSL2`); WSL 1 imitates one (`…-Microsoft`).
  if (/microsoft-standard|WSL2/.test(kernel)) {
    const sentence = 'This is WSL 2, which has a Linux kernel: everything works here that works on Linux.';
    return [{ severity: 'note', sentence, tasks: [] }];
  }
  if (/Microsoft/.test(kernel)) {
    const sentence = `This is WSL 1, which cannot run programs: the sandbox needs a Linux kernel. ${worksAnywhere}.`;
    return [{ severity: 'bad', sentence, fix: 'switch to WSL 2: `wsl --set-version DISTRIBUTION 2`', tasks: [] }];
  }
  return [];
}

/** E2B's list prices in US dollars for an hour, of October 2026; what an account really pays may differ. */
const dollarsPerCpuHour = 0.0504;
const dollarsPerGibHour = 0.0162;

/** The size of the template in docker/e2b. */
export const templateSize: SandboxSize = { cpuCount: 4, memoryMb: 8192 };

export interface SandboxSize {
  readonly cpuCount: number;
  readonly memoryMb: number;
}

/** What one sandbox costs in an hour, in US dollars. */
export function hourlyCost({ cpuCount, memoryMb }: SandboxSize = templateSize): number {
  return cpuCount * dollarsPerCpuHour + (memoryMb / 1024) * dollarsPerGibHour;
}

/** Says before a run what it will cost while it lasts. */
export function describeRate(sandboxes: number, size: SandboxSize = templateSize): string {
  const dollars = (sandboxes * hourlyCost(size)).toFixed(2);
  const each = `${size.cpuCount} vCPU, ${size.memoryMb / 1024} GiB`;
  if (sandboxes === 1) return `One E2B sandbox (${each}) costs about $${dollars} an hour at list price`;
  return `${sandboxes} E2B sandboxes (${each} each) cost about $${dollars} an hour at list price`;
}

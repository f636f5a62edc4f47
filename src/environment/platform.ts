/** The two values that lock markers use, spelled as in Python. */
export interface Platform {
  /** `sys.platform`. */
  readonly system: string;
  /** `platform.machine()`. */
  readonly machine: string;
}

export function detectPlatform(): Platform {
  const machine = process.arch === 'x64' ? 'x86_64' : process.platform === 'linux' ? 'aarch64' : process.arch;
  return { system: process.platform, machine };
}

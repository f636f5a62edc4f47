import { spawn } from 'node:child_process';
import { platform } from 'node:os';

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
  linux: ['xdg-open'],
};

/** Opens a URL in the user's browser if there is a desktop. */
export function openBrowser(url: string, variables: Readonly<Record<string, string | undefined>>): void {
  const [program, ...words] = openers[platform()] ?? [];
  const hasDesktop = platform() !== 'linux' || variables.DISPLAY || variables.WAYLAND_DISPLAY;
  if (program === undefined || !hasDesktop) return;
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

interface Budget {
  /** Everything the first page needs, gzipped, in bytes. */
  readonly firstLoad: number;
  /** Any one file that comes later. */
  readonly lazy: number;
}

/** Fails the build when the app outgrows its budget. */
export function sizeGate({ firstLoad, lazy }: Budget): Plugin {
  return {
    name: 'size-gate',
    generateBundle(_options, bundle) {
      const files = new Map(Object.values(bundle).map((file) => [file.fileName, file]));
      const sizeOf = (name: string) => {
        const file = files.get(name);
        if (file === undefined) return 0;
        return gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length;
      };
      const first = new Set<string>();
      const visit = (name: string): void => {
        const file = files.get(name);
        if (first.has(name) || file?.type !== 'chunk') return;
        first.add(name);
        for (const imported of file.imports) visit(imported);
      };
      for (const file of files.values()) if (file.type === 'chunk' && file.isEntry) visit(file.fileName);
      const styles = [...files.keys()].filter((name) => name.endsWith('.css'));
      const total = [...first, ...styles].reduce((sum, name) => sum + sizeOf(name), 0);
      if (total > firstLoad) this.error(`The first load is ${total} bytes gzipped, over its budget of ${firstLoad}.`);
      for (const name of files.keys()) {
        if (first.has(name) || sizeOf(name) <= lazy) continue;
        this.error(`${name} is ${sizeOf(name)} bytes gzipped, over the budget of ${lazy} for a lazy file.`);
      }
      this.info(`first load ${(total / 1000).toFixed(1)} kB gzipped of ${(firstLoad / 1000).toFixed(0)}`);
    },
  };
}

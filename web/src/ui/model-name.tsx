import { Breakable } from './breakable.tsx';

/** A model's name that may break where its parts end, and inside a part only where it has to. */
export function ModelName({ model }: { readonly model: string }) {
  return (
    <span className="[overflow-wrap:anywhere]" title={model}>
      <Breakable text={model} />
    </span>
  );
}

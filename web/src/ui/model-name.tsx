import { Fragment } from 'react';
import { shortModelName } from './format.ts';

/** A model's name that may break where its parts end, and inside a part only where it has to. */
export function ModelName({ model }: { readonly model: string }) {
  return (
    <span className="[overflow-wrap:anywhere]" title={model}>
      {shortModelName(model)
        .split(/(?<=[/:_]|--)/)
        .map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
          <Fragment key={at}>
            {part}
            <wbr />
          </Fragment>
        ))}
    </span>
  );
}

import { Fragment } from 'react';

/** A name that may break where its parts end. */
export function Breakable({ text }: { readonly text: string }) {
  return text.split(/(?<=[/:_]|--)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));
}

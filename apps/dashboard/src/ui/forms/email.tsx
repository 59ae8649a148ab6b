import { Fragment } from 'react';

/** An email that breaks behind its `@` and its dots, if it must, instead of inside a word. */
export function Email({ address }: { address: string }) {
  const parts = address.split(/(?<=[@.])/);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address don't move.
    <Fragment key={index}>
      {part}
      {index < parts.length - 1 && <wbr />}
    </Fragment>
  ));
}

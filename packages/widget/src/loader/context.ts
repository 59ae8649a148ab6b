import type { PageContext } from '../protocol.ts';

/** Attributes of the visitor or the page, by their names; null removes one. */
export type Attributes = Readonly<Record<string, unknown>>;

/** Reads and posts the context of the page. */
export interface Context {
  /** Returns the context now, as the frame gets it; the frame checks it. */
  read(): PageContext;
  /** Posts the context if it has changed since it was read. */
  tell(): void;
  /** Merges attributes, and posts the change. */
  set(attributes: Attributes): void;
}

/** Creates the context of a channel. */
export function createContext(post: (context: PageContext) => void): Context {
  let attributes: Attributes = {};
  /** The context that the frame has, as JSON. */
  let known = '';
  const context: Context = {
    read: () => {
      const { title, referrer } = document;
      const now = { url: location.href, title, referrer, attributes };
      known = JSON.stringify(now);
      return now as PageContext;
    },
    tell: () => {
      const before = known;
      const now = context.read();
      if (known !== before) post(now);
    },
    set: (given) => {
      attributes = { ...attributes, ...given };
      context.tell();
    },
  };
  return context;
}

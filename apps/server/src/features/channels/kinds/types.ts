import { channelTypes, kindOf } from './kinds.ts';

/** What callers read of the kinds of channels. */
export const types = {
  data: {
    items: channelTypes.map((type) => {
      const { title, description, settings, secret, urls, steps, messenger } = kindOf(type);
      const { recipient, tryOut } = messenger ?? {};
      return {
        ...{ type, title, description, settings: { ...settings }, secret, urls: [...urls], steps: [...steps] },
        isTried: tryOut !== undefined,
        recipient: recipient === undefined ? null : { title: recipient.title, description: recipient.description },
      };
    }),
  },
};

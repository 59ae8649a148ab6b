import { type ChannelKind, secretNamesOf } from './kind.ts';
import { channelTypes, kindOf } from './kinds.ts';

/** Kinds of channels, as callers read them. */
export const types = {
  data: {
    items: channelTypes.map((type) => {
      const kind = kindOf(type);
      const { title, description, secret, urls, steps, messenger } = kind;
      const { recipient, tryOut } = messenger ?? {};
      return {
        ...{ type, title, description, settings: settingsOf(kind), secret, urls: [...urls], steps: [...steps] },
        isTried: tryOut !== undefined,
        recipient: recipient === undefined ? null : { title: recipient.title, description: recipient.description },
      };
    }),
  },
};

/** The schema of a kind's settings. Secrets name the settings after whose change they must be given again. */
function settingsOf({ settings, secretsGoTo }: ChannelKind) {
  const secrets = secretNamesOf(settings).map((name) => {
    const goesTo = [...(secretsGoTo[name]?.({}) ?? [])];
    return [name, { ...settings.properties[name], ...(goesTo.length > 0 && { 'x-goes-to': goesTo }) }];
  });
  return { ...settings, properties: { ...settings.properties, ...Object.fromEntries(secrets) } };
}

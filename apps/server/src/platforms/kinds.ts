import { discord } from './discord/discord.ts';
import { email } from './email/email.ts';
import type { ChannelKind } from './kind.ts';
import { slack } from './slack/slack.ts';
import { telegram } from './telegram/telegram.ts';
import { page } from './web/page.ts';
import { widget } from './web/widget.ts';
import { webhook } from './webhook/webhook.ts';
import { whatsapp } from './whatsapp/whatsapp.ts';

/** Every kind of channel by its type. A new one is a file, and a line here: see decision 0047. */
const kinds = { widget, page, telegram, slack, discord, whatsapp, email, webhook } as const satisfies Readonly<
  Record<string, ChannelKind>
>;

/** The type of a channel. */
export type ChannelType = keyof typeof kinds;

/** The types of channels, in the order in which they are offered. */
export const channelTypes = Object.keys(kinds) as readonly ChannelType[];

/** Returns the kind of a channel. */
export const kindOf = (type: ChannelType): ChannelKind => kinds[type];

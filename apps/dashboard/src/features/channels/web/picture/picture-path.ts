import type { Channel } from '@parley/sdk';

/** The path of a channel's picture on this server; undefined without one. The public address may be of another origin. */
export const picturePath = ({ picture }: Pick<Channel, 'picture'>): string | undefined =>
  picture === null ? undefined : new URL(picture.url).pathname;

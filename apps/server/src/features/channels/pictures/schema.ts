import { type Static, Type } from 'typebox';
import { exampleLinks as links } from '../../../schemas/examples.ts';

/** The limits of a picture: bytes of the file, and pixels of each side. */
export const pictureLimits = { bytes: 256 * 1024, min: 32, max: 1_024 } as const;

/** The picture of a channel. */
export const Picture = Type.Object(
  {
    url: Type.String({
      description: 'Its public address, another one for each picture. The one before is gone at once.',
      examples: [links.picture],
    }),
    type: Type.String({
      enum: ['image/png', 'image/jpeg', 'image/webp'],
      description: 'Media type, as its bytes are.',
      examples: ['image/png'],
    }),
    width: Type.Integer({ description: 'Width in pixels.', examples: [256] }),
    height: Type.Integer({ description: 'Height in pixels.', examples: [256] }),
    bytes: Type.Integer({ description: 'Size in bytes.', examples: [18_204] }),
  },
  { title: 'ChannelPicture' },
);
export type Picture = Static<typeof Picture>;

/** A picture as the row of its channel has it. */
export type StoredPicture = Omit<Picture, 'url'> & { readonly hash: string };

/** The path of a picture on the instance. */
export const picturePath = (channel: string, hash: string): string => `/chat/${channel}/picture-${hash}`;

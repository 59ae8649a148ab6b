import { Type } from 'typebox';
import { multipartBody } from '../../../http/body.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { collect } from '../../../http/wire/bodies/collect.ts';
import { Channel, ChannelPath } from '../schema.ts';
import { pictureLimits } from './schema.ts';
import type { Pictures } from './service.ts';

const tag = 'Channels';

/** A form with a picture. It is small enough to stay in memory until its unit of work. */
const pictureForm = multipartBody({
  fields: Type.Object({}, { additionalProperties: false }),
  files: {
    file: {
      description:
        'PNG, JPEG or WebP, not animated, 32 to 1,024 pixels wide and high. Its metadata becomes public, too.',
      maxBytes: pictureLimits.bytes,
    },
  },
  // The form has a boundary and headers beside its file.
  maxBytes: pictureLimits.bytes + 16 * 1024,
  receive: async (_call, { content }) => {
    const collected = collect('file', pictureLimits.bytes);
    for await (const part of content) collected.add(part);
    return collected.bytes();
  },
  discard: () => {},
});

/** The operations on the pictures of channels. */
export const pictureEndpoints = (pictures: Pictures) => [
  endpoint({
    id: 'setChannelPicture',
    client: 'channels.setPicture',
    method: 'PUT',
    path: '/api/channels/:id/picture',
    access: 'agents:write',
    tag,
    summary: 'Set the picture of a chat',
    description:
      'Of a widget or page: the head of the chat shows it, and the launcher if its icon is `picture`. A file has at ' +
      'most 256 KiB. It is public.',
    params: ChannelPath,
    body: pictureForm,
    data: Channel,
    tagged: true,
    errors: ['channel_not_found', 'version_conflict'],
    handle: async ({ actor, params: { id }, ifMatch, files }) => {
      const [file] = files['file'] ?? [];
      if (file === undefined) throw new Error('A form without its required file reached the handler.');
      const { channel, version } = await pictures.put(actor, { id, ifMatch }, file.received);
      return { data: channel, version };
    },
  }),
  endpoint({
    id: 'deleteChannelPicture',
    client: 'channels.deletePicture',
    method: 'DELETE',
    path: '/api/channels/:id/picture',
    access: 'agents:write',
    tag,
    summary: 'Delete the picture of a chat',
    description: 'The seal of the agent is back. A channel without a picture stays as it is.',
    params: ChannelPath,
    data: 'message',
    says: 'Picture deleted.',
    tagged: true,
    errors: ['channel_not_found', 'version_conflict'],
    handle: async ({ actor, params: { id }, ifMatch }) => {
      await pictures.remove(actor, { id, ifMatch });
      return { message: 'Picture deleted.' };
    },
  }),
];

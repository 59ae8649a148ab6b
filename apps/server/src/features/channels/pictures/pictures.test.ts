// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { letIn } from '../../../../testing/conversations/visitors.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { pngOf } from '../../../../testing/fixtures/pictures.ts';
import { type Person, service } from '../../../../testing/harness.ts';

describe.each(engines)('the picture of a channel, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let agent: string;
  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Support', model: 'builtin/echo' }))._id;
  });

  const make = async (type: 'widget' | 'page' | 'webhook' = 'widget') =>
    (await client.channels.create(agent, { type }))._id;
  const put = (channel: string, content: Uint8Array<ArrayBuffer>, options = {}) =>
    client.channels.setPicture(channel, { file: { name: 'logo.svg', type: 'image/svg+xml', content } }, options);
  const png = (...of: Parameters<typeof pngOf>) => new Uint8Array(pngOf(...of));
  /** The picture at its public address. */
  const find = (url: string | undefined) => {
    const [, channel = '', hash = ''] = /\/chat\/(\w+)\/picture-(\w+)$/.exec(url ?? '') ?? [];
    return parley.features.channelPicture(channel, hash);
  };
  const bytesOf = (channel: string) =>
    parley.db.read(parley.db.query.selectFrom('channel_pictures').select('id').where('channel_id', '=', channel));

  test('is public, in the channel, its visits and its launcher, and is another one once it is replaced', async () => {
    const channel = await make();
    expect((await client.channels.retrieve(channel)).picture).toBeNull();
    const content = png(64, 48);
    const { picture, updatedAt } = await put(channel, content);
    expect(picture).toEqual({
      url: expect.stringMatching(new RegExp(`^https?://[^/]+/chat/${channel}/picture-[0-9a-f]{32}$`)),
      // The bytes say what it is, not the request.
      ...{ type: 'image/png', width: 64, height: 48, bytes: content.length },
    });
    expect(await find(picture?.url)).toEqual({ type: 'image/png', content: Buffer.from(content) });
    const stored = await client.channels.retrieve(channel);
    expect(stored).toMatchObject({ picture, updatedAt });
    expect((await client.channels.list(agent)).items.find(({ _id }) => _id === channel)).toEqual(stored);
    const path = new URL(picture?.url ?? '').pathname;
    expect((await letIn(parley.url, channel)).channel.picture).toBe(path);
    const launcher = async () => (await parley.features.channelPage(channel))?.launcher;
    expect(await launcher()).not.toHaveProperty('picture');
    // A channel is sent back as it was read.
    await client.channels.update(channel, { ...stored, settings: { launcher: { icon: 'picture' } } });
    expect(await launcher()).toMatchObject({ icon: 'picture', picture: path });

    const { picture: next } = await put(channel, png(64, 48, { colour: 0xb91c1c }));
    expect(next?.url).not.toBe(picture?.url);
    expect([await find(picture?.url), (await find(next?.url))?.type]).toEqual([undefined, 'image/png']);
    expect(await bytesOf(channel)).toHaveLength(1);
    await expect(client.channels.update(channel, { picture })).rejects.toMatchObject({ code: 'read_only_field' });

    expect(await client.channels.deletePicture(channel)).toMatchObject({ message: 'Picture deleted.' });
    expect(await client.channels.deletePicture(channel)).toMatchObject({ message: 'Picture deleted.' });
    expect((await client.channels.retrieve(channel)).picture).toBeNull();
    expect([await find(next?.url), await bytesOf(channel)]).toEqual([undefined, []]);
    expect(await launcher()).toMatchObject({ icon: 'chat' });
  });

  test('that can’t be one is refused with its reason, and the one before stays', async () => {
    const channel = await make('page');
    const { picture } = await put(channel, png(32, 32));
    const reason = async (content: Uint8Array<ArrayBuffer>) => {
      const error = await put(channel, content).then(
        () => undefined,
        (failure: { readonly code: string; readonly details: readonly unknown[] }) => failure,
      );
      return error?.details.length === 0 ? error.code : error?.details;
    };
    const of = (message: string) => [{ path: 'file', message }];
    expect(await reason(new TextEncoder().encode('<svg/>'))).toEqual(of('must be a PNG, JPEG or WebP picture'));
    expect(await reason(png(32, 32, { more: ['acTL'] }))).toEqual(of('must not be animated'));
    const sizes = 'must be 32 to 1024 pixels wide and high, and is';
    expect(await reason(png(31, 40))).toEqual(of(`${sizes} 31 × 40`));
    expect(await reason(png(1_025, 40))).toEqual(of(`${sizes} 1025 × 40`));
    expect(await reason(new Uint8Array(256 * 1024 + 1))).toBe('payload_too_large');
    expect((await client.channels.retrieve(channel)).picture).toEqual(picture);
  });

  test('belongs to chats on the web, and to those who may change agents', async () => {
    await expect(put(await make('webhook'), png(32, 32))).rejects.toMatchObject({
      details: [{ path: 'id', message: 'is a channel without a chat' }],
    });
    const channel = await make();
    const { etag } = await client.channels.retrieve(channel).withResponse();
    await put(channel, png(32, 32), { ifMatch: etag });
    await expect(put(channel, png(40, 40), { ifMatch: etag })).rejects.toMatchObject({ code: 'version_conflict' });
  });

  test('is one after several requests at the same moment, and goes with its channel', async () => {
    const channel = await make();
    const sizes = [32, 33, 34];
    const answers = await Promise.all(sizes.map((size) => put(channel, png(size, size))));
    const { picture } = await client.channels.retrieve(channel);
    expect(answers.map((answer) => answer.picture?.url)).toContain(picture?.url);
    expect([(await find(picture?.url))?.type, (await bytesOf(channel)).length]).toEqual(['image/png', 1]);
    await client.channels.delete(channel);
    expect([await find(picture?.url), await bytesOf(channel)]).toEqual([undefined, []]);
  });
});

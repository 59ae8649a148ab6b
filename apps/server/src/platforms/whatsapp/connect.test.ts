import { beforeEach, describe, expect, test } from 'vitest';
import { openPlace } from '../../../testing/messengers/messenger-world.ts';
import type { Answer } from '../../../testing/servers/platform-server.ts';
import { graphError, startWhatsappServer } from '../../../testing/servers/whatsapp-server.ts';
import type { Messenger, OutboundMessage, SendContext } from '../messenger.ts';

const secret = 'parley_verify_0123456789';

async function open() {
  const whatsapp = await startWhatsappServer();
  const { phoneNumberId, accessToken, appSecret, accountId: businessAccountId, url, advance } = whatsapp;
  const settings = { phoneNumberId, accessToken, appSecret, businessAccountId, apology: '' };
  const opened = await openPlace({ type: 'whatsapp', url, advance, settings }, [secret]);
  const close = async () => {
    await opened.close();
    await whatsapp.close();
  };
  return { ...opened, whatsapp, settings, close };
}

type Opened = Awaited<ReturnType<typeof open>>;

describe('WhatsApp', () => {
  let whatsapp: Opened['whatsapp'];
  let settings: Opened['settings'];
  let messenger: Messenger;
  let place: Opened['place'];
  let context: (changes?: Partial<SendContext>) => SendContext;
  beforeEach(async () => {
    const opened = await open();
    ({ whatsapp, settings, messenger, place, context } = opened);
    return opened.close;
  });

  const connect = (changes: Partial<SendContext> = {}) => messenger.connect?.(place, context(changes));
  const failureOf = (work: Promise<unknown> | undefined) =>
    Promise.resolve(work).then(
      () => expect.unreachable('It must fail.'),
      (error: unknown) => error,
    );

  test('learns the address of the number, and subscribes the app to its account', async () => {
    whatsapp.webhooks['application'] = 'https://example.com/of-the-app';
    expect(await failureOf(messenger.check(place, context()))).toMatchObject({
      ...{ code: 'webhook_elsewhere', message: expect.stringContaining('https://example.com/of-the-app') },
    });
    await connect();
    expect([whatsapp.webhooks['phone_number'], whatsapp.isSubscribed()]).toEqual([place.inbound, true]);
    const writes = () => whatsapp.asked(`POST /v26.0/${whatsapp.phoneNumberId}`).length;
    const before = writes();
    await connect();
    expect(writes()).toBe(before);
    const found = await messenger.check(place, context());
    expect(found.map(({ name }) => name)).toEqual(['token', 'app_secret', 'quality', 'subscription', 'webhook']);
    await messenger.disconnect?.({ ...place, inbound: 'https://example.com/another' }, context());
    expect(whatsapp.webhooks['phone_number']).toBe(place.inbound);
    await messenger.disconnect?.(place, context());
    expect(whatsapp.webhooks).toEqual({ application: 'https://example.com/of-the-app' });
    await messenger.disconnect?.(place, context());
  });

  test('leaves the address that the app has already, and needs no account', async () => {
    whatsapp.webhooks['application'] = place.inbound;
    const ownSettings = { ...settings, businessAccountId: '' };
    await connect({ settings: ownSettings });
    expect([whatsapp.webhooks['phone_number'], whatsapp.isSubscribed()]).toEqual([undefined, false]);
    const found = await messenger.check(place, context({ settings: ownSettings }));
    expect(found.map(({ name }) => name)).toEqual(['token', 'app_secret', 'quality', 'webhook']);
  });

  test('refuses an address that doesn’t know the verify token', async () => {
    expect(await failureOf(connect({ secrets: ['another'] }))).toMatchObject({
      code: 'endpoint_refused',
      isFinal: true,
    });
    expect(whatsapp.webhooks).toEqual({});
  });

  test.each<[string, object, string]>([
    ['another token', { accessToken: 'EAAJB-another-0123456789' }, 'token_revoked'],
    ['another app secret', { appSecret: 'f'.repeat(32) }, 'wrong_app_secret'],
    ['another number', { phoneNumberId: '999999999' }, 'permission_missing'],
  ])('says that it is %s', async (_what, wrong, code) => {
    const failure = await failureOf(messenger.tryOut?.(context({ settings: { ...settings, ...wrong } })));
    expect(failure).toMatchObject({ code, isRefusal: true });
    expect(String(failure)).not.toContain(whatsapp.accessToken);
  });

  const message: OutboundMessage = {
    ...({ id: 'message_1', channel: 'channel_1', conversation: null, role: 'assistant', user: '16505551234' } as const),
    ...{ thread: null, context: null, lastEventAt: null, text: 'Hello' },
  };
  const part = { id: 'message_1-0', text: 'Hello', plain: 'Hello', index: 0, isLast: true, isRepeat: false };
  const channel = { isRefusal: true, isFinal: true, isOfMessage: false };
  const ofMessage = { isRefusal: false, isFinal: true, isOfMessage: true };
  const moment = { isRefusal: false, isFinal: false, isUnknown: false };

  test.each<[Answer, object]>([
    [graphError(190, 'Access token has expired', { status: 401 }), { code: 'token_revoked', ...channel }],
    [graphError(10, 'Permission denied', { status: 403 }), { code: 'permission_missing', ...channel }],
    [graphError(200, 'Permissions error', { status: 403 }), { code: 'permission_missing', ...channel }],
    [
      graphError(368, 'Temporarily blocked for policies violations', { status: 403 }),
      { code: 'account_restricted', ...channel },
    ],
    [graphError(133010, 'Phone number not registered'), { code: 'number_unregistered', ...channel }],
    [graphError(131042, 'Business eligibility payment issue'), { code: 'payment_issue', ...channel }],
    [graphError(131047, 'Re-engagement message'), { code: 'window_closed', ...ofMessage }],
    [graphError(131026, 'Message undeliverable'), { code: 'unreachable_user', ...ofMessage }],
    [graphError(131051, 'Unsupported message type'), { code: 'unsupported_message', ...ofMessage }],
    [graphError(131056, 'Pair rate limit hit'), { code: 'rate_limited', ...moment, waitMs: 10_000 }],
    [graphError(131048, 'Spam rate limit hit'), { code: 'rate_limited', ...moment, waitMs: 900_000 }],
    [graphError(80007, 'Rate limit issues'), { code: 'rate_limited', ...moment, waitMs: 60_000 }],
    [graphError(131016, 'Service unavailable', { status: 503 }), { code: 'platform_failed', ...moment }],
    [graphError(131000, 'Something went wrong'), { code: 'platform_failed', ...moment }],
    [graphError(132000, 'Unheard of'), { code: 'refused', isFinal: true, isRefusal: false, isOfMessage: false }],
    [
      { status: 404, json: 'Nothing' },
      { code: 'refused', isFinal: true },
    ],
    [{ status: 502 }, { isUnknown: true }],
  ])('an error is taken as what it is: %j', async (answer, facts) => {
    whatsapp.fails('/messages', answer);
    const failure = await failureOf(messenger.send(part, message, context()));
    expect(failure).toMatchObject(facts);
    expect(String(failure)).toMatch(/\.$|\)$/);
  });

  test('shows typing below the last message of the user, and none without it', async () => {
    const to = { ...message, context: { phone: '16505551234', message: 'wamid.unknown' } };
    await messenger.typing?.show({ ...to, context: { phone: '16505551234' } }, context());
    expect(whatsapp.asked('/messages').filter(({ json }) => 'typing_indicator' in json)).toEqual([]);
    expect(await failureOf(messenger.typing?.show(to, context()))).toMatchObject({ isUnknown: false });
    expect(whatsapp.asked('/messages').at(-1)?.json).toEqual({
      ...{ messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.unknown' },
      typing_indicator: { type: 'text' },
    });
  });

  test('the window closes 24 hours after the last message, and that is told with its time', () => {
    const obstacle = (lastEventAt: number | null, now: number) =>
      messenger.obstacle?.({ ...message, lastEventAt }, { settings, now });
    const wrote = Date.UTC(2026, 0, 30, 9, 30, 59);
    const day = 24 * 60 * 60_000;
    expect([obstacle(null, wrote), obstacle(wrote, wrote + day - 1)]).toEqual([undefined, undefined]);
    expect(obstacle(wrote, wrote + day)).toEqual({
      code: 'window_closed',
      message: expect.stringContaining('since 2026-01-31 09:30 UTC'),
    });
  });

  test('reads a number for a test', () => {
    const read = (text: string) => messenger.recipient?.read(text)?.context;
    expect(read('+1 (650) 555-1234')).toEqual({ phone: '16505551234' });
    expect(['', 'Ada', '123', '1'.repeat(20)].map(read)).toEqual(Array.from({ length: 4 }));
  });
});

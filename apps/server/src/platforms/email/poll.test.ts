// @module-tag pure
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { settingsOf } from '../../../testing/outbound/world.ts';
import { type MailServers, startMailServers, writeMail } from '../../../testing/servers/mail-servers.ts';
import { createOutbound, type Outbound } from '../../outbound/outbound.ts';
import type { SendContext } from '../messenger.ts';
import { email } from './email.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

let servers: MailServers;
let outbound: Outbound;
beforeEach(async () => {
  servers = await startMailServers();
  outbound = createOutbound({ settings: settingsOf(servers.environment), ca: servers.trustedCa });
});
beforeEach(() => async () => {
  outbound.close();
  await servers.close();
});

const defaults = {
  ...{ fromName: '', imapUser: '', imapMailbox: 'INBOX', authServer: '', maxRepliesPerThread: 20, apology: '' },
};
const contextOf = (settings: object = {}, now = Date.now()): SendContext => ({
  ...{ settings: { ...defaults, ...servers.settings, ...settings }, secrets: [], origin: '', signal: undefined, now },
  ...{ fetch: outbound.fetch, connect: outbound.connect },
});
const poll = async (cursor: string | null, settings: object = {}, now = Date.now()) => {
  const polled = await email.messenger?.poll?.(cursor, contextOf(settings, now));
  if (polled === undefined) throw new Error('The kind does not poll.');
  return polled;
};
const textsIn = ({ arrivals }: Awaited<ReturnType<typeof poll>>) =>
  arrivals.map((arrival) => (arrival.kind === 'message' ? arrival.message.text : arrival.kind));
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a look into a mailbox', () => {
  test('answers no old mail, and then each new one once', async () => {
    for (let count = 0; count < 1_000; count += 1) servers.imap.deliver(writeMail({ text: 'Old' }));
    const first = await poll(null);
    expect(first).toMatchObject({ arrivals: [], hasMore: false });
    servers.imap.deliver(writeMail({ text: 'New' }));
    const second = await poll(first.cursor);
    expect(textsIn(second)).toEqual(['Subject: Parcel\n\nNew']);
    expect(await poll(second.cursor)).toMatchObject({ arrivals: [], hasMore: false, cursor: second.cursor });
    expect(servers.imap.commands.filter((command) => command.startsWith('UID FETCH'))).toHaveLength(2);
  });

  // An unhandled error would end the process; vitest fails the run for it.
  test('can be aborted at any moment', async () => {
    for (let turns = 0; turns < 40; turns += 1) {
      const controller = new AbortController();
      const connect: SendContext['connect'] = async (server) => {
        const connection = await outbound.connect(server);
        void (async () => {
          for (let turn = 0; turn < turns; turn += 1) await setImmediate();
          controller.abort(new Error('aborted'));
        })();
        return connection;
      };
      const looking = email.messenger?.poll?.(null, { ...contextOf(), connect, signal: controller.signal });
      const error = await failure(looking ?? Promise.resolve());
      if (error !== undefined) expect(error).toMatchObject({ message: 'aborted' });
    }
  });

  test('changes nothing in the mailbox', async () => {
    const { cursor } = await poll(null);
    servers.imap.deliver(writeMail());
    await poll(cursor);
    const { commands } = servers.imap;
    expect(commands.filter((command) => /SELECT|STORE|EXPUNGE|COPY|MOVE|APPEND|BODY\[/.test(command))).toEqual([]);
    expect(commands).toContain('EXAMINE INBOX');
  });

  test('takes twenty mails at most, and says that there are more', async () => {
    let { cursor } = await poll(null);
    for (let count = 1; count <= 45; count += 1) servers.imap.deliver(writeMail({ text: `No ${count}` }));
    const looks: number[] = [];
    for (let hasMore = true; hasMore; ) {
      const polled = await poll(cursor);
      looks.push(polled.arrivals.length);
      ({ cursor, hasMore } = polled);
    }
    expect(looks).toEqual([20, 20, 5]);
  });

  test('passes over deleted mail, and mail that is too old', async () => {
    const { cursor } = await poll(null);
    servers.imap.remove(servers.imap.deliver(writeMail()));
    servers.imap.deliver(writeMail({ text: 'Forgotten' }), new Date(Date.now() - 4 * day));
    servers.imap.deliver(writeMail({ text: 'Late' }), new Date(Date.now() - 2 * day));
    expect(textsIn(await poll(cursor))).toEqual(['Subject: Parcel\n\nLate']);
  });

  test('of a folder that was rebuilt reads what came since the last look, and no older mail', async () => {
    servers.imap.deliver(writeMail({ text: 'Old' }), new Date(Date.now() - 2 * day));
    const { cursor } = await poll(null);
    servers.imap.deliver(writeMail({ text: 'New' }));
    servers.imap.rebuild(500);
    const polled = await poll(cursor);
    expect(textsIn(polled)).toEqual(['Subject: Parcel\n\nNew']);
    servers.imap.deliver(writeMail({ text: 'Newer' }));
    expect(textsIn(await poll(polled.cursor))).toEqual(['Subject: Parcel\n\nNewer']);
  });

  test('of a folder that was rebuilt reads mail of a server whose clock is slow', async () => {
    const now = Math.ceil(Date.now() / hour) * hour;
    const { cursor } = await poll(null, {}, now);
    servers.imap.deliver(writeMail({ text: 'New' }), new Date(now - 60_000));
    servers.imap.rebuild();
    expect(textsIn(await poll(cursor, {}, now + 21_000))).toEqual(['Subject: Parcel\n\nNew']);
  });

  test('of a folder that was moved, with new dates of all its mail, answers no old mail', async () => {
    const { cursor } = await poll(null);
    const date = new Date(Date.now() - 30 * day).toUTCString();
    for (let count = 0; count < 30; count += 1) {
      servers.imap.deliver(writeMail({ text: 'Old' }).replace(/Date: .*/, `Date: ${date}`));
    }
    servers.imap.rebuild();
    const first = await poll(cursor);
    const second = await poll(first.cursor);
    expect([first.arrivals, second.arrivals, second.hasMore]).toEqual([[], [], false]);
  });

  test('into another mailbox begins at its end', async () => {
    const { cursor } = await poll(null);
    servers.imap.deliver(writeMail());
    expect(await poll(cursor, { imapMailbox: 'Support' })).toMatchObject({ arrivals: [], hasMore: false });
    expect(await poll('garbage')).toMatchObject({ arrivals: [] });
    expect(await poll('webhook')).toMatchObject({ arrivals: [] });
  });

  test('of a mailbox whose mail comes by a webhook does nothing', async () => {
    expect(await poll(null, { inbound: 'webhook' })).toEqual({ arrivals: [], cursor: 'webhook', hasMore: false });
    expect(servers.imap.commands).toEqual([]);
  });

  test('passes over a mail that its server announces as larger than asked for', async () => {
    const { cursor } = await poll(null);
    servers.imap.deliver(writeMail({ text: 'Poison' }));
    servers.imap.announce(3_000_000_000);
    const polled = await poll(cursor);
    expect(polled.arrivals).toEqual([]);
    servers.imap.announce(undefined);
    servers.imap.deliver(writeMail({ text: 'Next' }));
    expect(textsIn(await poll(polled.cursor))).toEqual(['Subject: Parcel\n\nNext']);
  });

  test('that is cut off fails, and the next one reads the same mail', async () => {
    const { cursor } = await poll(null);
    servers.imap.cutAt(servers.imap.deliver(writeMail({ text: 'Cut' })));
    expect(await failure(poll(cursor))).toMatchObject({ name: 'Error', code: 'imap_unreachable', isFinal: false });
    servers.imap.cutAt(undefined);
    expect(textsIn(await poll(cursor))).toEqual(['Subject: Parcel\n\nCut']);
  });

  test('reads the beginning of a large mail', async () => {
    const { cursor } = await poll(null);
    servers.imap.deliver(writeMail({ text: `Short.\r\n\r\n${'x'.repeat(76)}\r\n`.repeat(200_000) }));
    const [arrival] = (await poll(cursor)).arrivals;
    expect(arrival).toMatchObject({ kind: 'message', message: { text: expect.stringMatching(/left out/) } });
    expect(servers.imap.commands.at(-2)).toMatch(/BODY\.PEEK\[\]<0\.524289>/);
  });
});

describe('a mailbox that can’t be used', () => {
  test.each([
    ['a wrong password', { imapPassword: 'wrong' }, { code: 'imap_login', isRefusal: true }],
    ['another folder', { imapMailbox: 'Nowhere' }, { code: 'imap_mailbox', isFinal: true, isRefusal: false }],
    ['another port', { imapPort: 1234 }, { code: 'port', isFinal: true }],
    ['a private address', { imapHost: '10.0.0.1', imapPort: 993 }, { code: 'address', isFinal: true }],
    ['another name in its certificate', { imapHost: '127.0.0.1' }, { code: 'address', isFinal: true }],
  ])('with %s is told', async (_what, settings, expected) => {
    expect(await failure(poll(null, settings))).toMatchObject(expected);
  });

  test('because its server can’t check a login now is tried again', async () => {
    servers.imap.refuseLogins('NO [UNAVAILABLE] later');
    expect(await failure(poll(null))).toMatchObject({ code: 'imap_login', isFinal: false, isRefusal: false });
  });

  test('because no authority vouches for its certificate is told', async () => {
    outbound.close();
    outbound = createOutbound({ settings: settingsOf(servers.environment) });
    expect(await failure(poll(null))).toMatchObject({
      ...{ code: 'tls', isFinal: false },
      message: expect.stringMatching(/^The IMAP server has no valid TLS connection \([A-Z_]+\)\.$/),
    });
  });
});

import type { NewChannel, Parley } from '@parley/sdk';
import { expect, vi } from 'vitest';
import type { Service } from '../harness.ts';
import { runSweep } from '../jobs/sweeps.ts';
import { type MailDraft, type MailServers, writeMail } from '../servers/mail-servers.ts';

const patient = { timeout: 30_000, interval: 25 };

/** A service with a mailbox, and who uses both. */
interface MailPlace {
  readonly parley: Service;
  readonly client: Parley;
  readonly agent: string;
  readonly servers: MailServers;
}

/** Steps of a test on channels of the kind email. */
export function mailChannels({ parley, client, agent, servers }: MailPlace) {
  const { db } = parley;
  const cursorOf = async (id: string) => {
    const [row] = await db.read(db.query.selectFrom('channels').select('poll_cursor').where('id', '=', id));
    return row?.poll_cursor ?? null;
  };
  /** Lets the time of the next look come. */
  const look = async () => {
    parley.advance(21_000);
    await runSweep(parley, 'channels.polls');
    await parley.features.jobs.poll();
  };
  const pending = (channel: string) =>
    db.read(
      db.query
        .selectFrom('channel_events')
        .select('id')
        .where('channel_id', '=', channel)
        .where('state', '=', 'pending'),
    );

  return {
    look,
    /** Creates a channel, and waits for the first look. */
    make: async (settings: object = {}, more: object = {}): Promise<NewChannel> => {
      const draft = { type: 'email', settings: { ...servers.settings, ...settings } } as const;
      const made = await client.channels.create(agent, { ...draft, ...more });
      await runSweep(parley, 'channels.polls');
      await vi.waitFor(async () => expect(await cursorOf(made._id)).not.toBeNull(), patient);
      return made;
    },
    /** Delivers mails, and waits until all of them were looked at and handled. */
    arrive: async (channel: string, ...drafts: readonly (MailDraft | string)[]) => {
      // By the service's clock: the mails are to come after the last look.
      const at = new Date(parley.now());
      for (const draft of drafts) servers.imap.deliver(typeof draft === 'string' ? draft : writeMail(draft), at);
      const next = `:${servers.imap.state().nextUid}:`;
      await look();
      await vi.waitFor(async () => {
        await parley.features.jobs.poll();
        expect(await cursorOf(channel)).toContain(next);
        expect(await pending(channel)).toEqual([]);
      }, patient);
    },
    sentTo: (user: string) => servers.smtp.mails.filter(({ to }) => to.includes(user)),
    /** Waits until so many mails went to a user. */
    answersTo: (user: string, count: number) =>
      vi.waitFor(() => {
        const mails = servers.smtp.mails.filter(({ to }) => to.includes(user));
        expect(mails).toHaveLength(count);
        return mails;
      }, patient),
    conversationsOf: async (user: string) => (await client.conversations.list({ userId: user })).items,
    textsOf: async (conversation: string | undefined) =>
      (await client.messages.list(conversation ?? '', { sort: 'createdAt' })).items.map(({ role, content }) => [
        role,
        content,
      ]),
  };
}

import type { Actor, RequestActor } from '../../../access/actor.ts';
import { networkPrefix } from '../../../access/limits/address-prefix.ts';
import { AppError, invalid } from '../../../errors.ts';
import type { Mail } from '../../../mail/mail.ts';
import { isMailable } from '../../../mail/settings.ts';
import type { Database } from '../../../storage/database.ts';
import { type Along, nothingAlong } from '../../../storage/unit.ts';
import { webOf } from '../place.ts';
import { isTimeZone, noConversation, noTimeZone, off } from '../service.ts';
import { findPlace } from '../store.ts';
import { languageOf } from '../texts.ts';
import type { AnswerAddress, AnswerAddressDraft } from './schema.ts';
import * as store from './store.ts';

/** Time for which answers are mailed after the address was left, in ms. */
const mailedMs = 30 * 24 * 60 * 60 * 1000;

/** Dependencies of the addresses. */
export interface AddressNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly mail: Pick<Mail, 'isOn' | 'count'>;
  /** Gets a conversation within reach; throws `conversation_not_found` or `insufficient_role`. */
  getConversation(
    actor: Actor,
    id: string,
    permission?: 'conversations:read' | 'conversations:write',
  ): Promise<{ readonly workspace: string; readonly status: string }>;
}

/** An address, and the workspace of its conversation. */
export interface Left {
  readonly address: AnswerAddress;
  readonly workspace: string;
}

export type AnswerAddresses = ReturnType<typeof createAnswerAddresses>;

const notOffered = () =>
  new AppError('visitor_not_allowed', 'This channel offers its visitors no person, so no answer by mail.', {
    hint: 'Set `handover.offered` of the channel to true.',
  });
const closed = () =>
  new AppError('conversation_closed', 'The conversation is closed.', { hint: 'Reopen it, or create another.' });

/** The addresses to which answers of people go by mail, one for a conversation. */
export function createAnswerAddresses({ db, now, mail, getConversation }: AddressNeeds) {
  /** Throws unless a visitor may leave an address there. Counts it, as any address may be named. */
  const allow = async (
    actor: RequestActor,
    { workspace, id, email }: { workspace: string; id: string; email: string },
  ) => {
    if (actor.kind !== 'visitor') return [];
    const place = await findPlace(db, workspace, id);
    if (place === undefined) throw noConversation();
    if (webOf(place)?.handover.offered !== true) throw notOffered();
    const subjects = { visitor: `${actor.channel} ${actor.id}`, network: networkPrefix(actor.address) };
    return mail.count('visitorTranscript', { ...subjects, address: email.toLowerCase() });
  };

  return {
    /** Returns the address. */
    read: async (actor: RequestActor, id: string): Promise<AnswerAddress> => {
      const { workspace } = await getConversation(actor, id);
      return { conversation: id, email: (await store.find(db, workspace, id))?.email ?? null };
    },

    /** Sets or removes the address. The messages of people go there from then on, for 30 days. */
    set: async (
      actor: RequestActor,
      { conversation: id, draft }: { readonly conversation: string; readonly draft: AnswerAddressDraft },
      along: Along<Left> = nothingAlong,
    ): Promise<Left> => {
      const { workspace, status } = await getConversation(actor, id, 'conversations:write');
      const { email, timeZone = 'UTC', language = 'en' } = draft;
      const left = { address: { conversation: id, email }, workspace };
      if (email === null) {
        await db.write({ removed: store.remove(db, workspace, id), along: along(left) });
        return left;
      }
      if (status === 'closed') throw closed();
      if (!mail.isOn) throw off();
      if (!isMailable(email))
        throw invalid([{ path: 'email', message: 'must be a plain address such as ada@example.com' }]);
      if (!isTimeZone(timeZone)) throw noTimeZone();
      const counted = await allow(actor, { workspace, id, email });
      const time = now();
      const address = {
        conversation: id,
        email,
        timeZone,
        language: languageOf(language),
        from: time,
        until: time + mailedMs,
      };
      await db.write({ counted, set: store.set(db, workspace, address, noConversation), along: along(left) });
      return left;
    },
  };
}

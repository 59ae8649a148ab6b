import type { RequestActor } from '../../access/actor.ts';
import { networkPrefix } from '../../access/limits/address-prefix.ts';
import { AppError, invalid } from '../../errors.ts';
import type { RecordEvent } from '../../events/happening.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Answers } from '../../platforms/web/form.ts';
import type { WebSettings } from '../../platforms/web/settings.ts';
import type { Enqueue } from '../../storage/jobs/queue.ts';
import { type Along, nothingAlong, type Statement } from '../../storage/unit.ts';
import { type SendNeeds, sendKind } from './job.ts';
import { addressIn, webOf } from './place.ts';
import type { Transcript, TranscriptDraft } from './schema.ts';
import { findAccount, findPlace } from './store.ts';
import { languageOf } from './texts.ts';

/** A conversation that an actor may read. */
interface FoundConversation {
  readonly id: string;
  readonly workspace: string;
  /** Answers to the form of the channel as JSON; null for none. */
  readonly form: string | null;
}

/** Dependencies of transcripts. */
export interface TranscriptNeeds extends SendNeeds {
  readonly now: () => number;
  readonly enqueue: Enqueue;
  readonly record: RecordEvent;
  readonly mail: Pick<Mail, 'isOn' | 'count' | 'transmit'>;
  /** Gets a conversation within reach; throws `conversation_not_found`. */
  getConversation(actor: RequestActor, id: string): Promise<FoundConversation>;
}

/** A transcript on its way, and its workspace. */
export interface Posted {
  readonly transcript: Transcript;
  readonly workspace: string;
}

export type Transcripts = ReturnType<typeof createTranscripts>;

/** The error that a conversation doesn't exist, or is out of reach. */
export const noConversation = () => new AppError('conversation_not_found', 'The conversation does not exist.');
/** The error that the server sends no mail. */
export const off = () =>
  new AppError('mail_not_configured', 'This server sends no mail.', { hint: 'Ask its operator to set SMTP_URL.' });
const notOffered = () =>
  new AppError('visitor_not_allowed', 'This channel mails no transcripts to visitors.', {
    hint: 'Set `transcript` of the channel to true.',
  });

const noAddress = () => invalid([{ path: 'email', message: 'is required, because the visitor has given no address' }]);
/** The error about an unknown time zone. */
export const noTimeZone = () => invalid([{ path: 'timeZone', message: 'must be a time zone such as Europe/Berlin' }]);

/** Transcripts of conversations by mail. */
export function createTranscripts(needs: TranscriptNeeds) {
  const { db, now, mail, enqueue, secrets } = needs;

  /** The statements that count a transcript. Throws `too_many_mails`. */
  const counted = async (actor: RequestActor, { workspace }: FoundConversation, address: string) => {
    const account = (await findAccount(db, workspace)) ?? workspace;
    const statements: Statement[] = await mail.count('transcript', { address, account });
    if (actor.kind !== 'visitor') return statements;
    const subjects = { address, visitor: `${actor.channel} ${actor.id}`, network: networkPrefix(actor.address) };
    return [...statements, ...(await mail.count('visitorTranscript', subjects))];
  };

  return {
    /**
     * Mails the messages so far, once the unit of work is committed. Throws `conversation_not_found`,
     * `visitor_not_allowed`, `mail_not_configured`, `too_many_mails`, or `validation_failed` without an address.
     */
    send: async (
      actor: RequestActor,
      { conversation: id, draft }: { readonly conversation: string; readonly draft: TranscriptDraft },
      along: Along<Posted> = nothingAlong,
    ): Promise<Posted> => {
      const conversation = await needs.getConversation(actor, id);
      const { workspace, form } = conversation;
      const place = await findPlace(db, workspace, id);
      if (place === undefined) throw noConversation();
      const web = webOf(place);
      const isVisitor = actor.kind === 'visitor';
      if (isVisitor && web?.transcript !== true) throw notOffered();
      if (!mail.isOn) throw off();
      const email = draft.email ?? addressOf(web, form);
      if (email === undefined) throw noAddress();
      const { timeZone = 'UTC', language = 'en' } = draft;
      if (!isTimeZone(timeZone)) throw noTimeZone();
      const posted = { transcript: { conversation: id, email }, workspace };
      const citations = !isVisitor || actor.seesCitations;
      await db.write({
        counted: await counted(actor, conversation, email.toLowerCase()),
        job: enqueue(workspace, {
          kind: sendKind,
          payload: (job) => ({
            ...{ conversation: id, until: now(), timeZone, citations, language: languageOf(language) },
            sealedEmail: secrets.seal(email, ['jobs.payload', job]),
          }),
        }),
        event: needs.record(actor, {
          ...{ type: 'conversation.transcript_sent', workspace },
          data: { conversation: id, agent: place.agentId },
        }),
        along: along(posted),
      });
      return posted;
    },
  };
}

const addressOf = (web: WebSettings | undefined, form: string | null): string | undefined =>
  web === undefined || form === null ? undefined : addressIn(web, JSON.parse(form) as Answers);

/** True for a name of the IANA database. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

import { Type } from 'typebox';
import { may, type Principal } from '../../../access/actor.ts';
import type { Mail } from '../../../mail/mail.ts';
import { isPlainName } from '../../../mail/plain-name.ts';
import { countOrRetry, isReached } from '../../../mail/to-person.ts';
import type { EntryData } from '../../../schemas/entries.ts';
import type { Database } from '../../../storage/database.ts';
import { type Job, job } from '../../../storage/jobs/kind.ts';
import * as store from './store.ts';

/** Tells a person by mail that a note mentions them. */
export const mentionKind = {
  name: 'desk.mention',
  payload: Type.Object({ conversation: Type.String(), note: Type.String(), user: Type.String() }),
  timeoutMs: 30_000,
} as const;

/** Time after which a mail about a mention is no longer sent, in ms. */
const staleMs = 24 * 60 * 60 * 1_000;

/** Dependencies of the job. */
export interface MentionNeeds {
  readonly db: Database;
  readonly mail: Pick<Mail, 'isOn' | 'count' | 'deliver'>;
  /** Finds a person as an actor in one workspace, with the rights of now; undefined if they don't reach it. */
  memberOf(user: string, workspace: string): Promise<Principal | undefined>;
  nameOfPerson(id: string): Promise<string | undefined>;
  /** The address of the dashboard, without a slash at the end. */
  readonly publicUrl: string;
}

/** The job that mails a person. The mail has a link without the text: a note that is deleted leaves no copy. */
export const mentionJob = ({ db, mail, memberOf, nameOfPerson, publicUrl }: MentionNeeds): Job =>
  job(mentionKind, async ({ workspace, payload: { conversation, note, user }, now }) => {
    if (!mail.isOn) return;
    const found = await store.find(db, workspace, { conversation, note });
    if (found === undefined || now() > found.created_at + staleMs) return;
    if ((JSON.parse(found.data) as EntryData).mentions?.includes(user) !== true) return;
    const actor = await memberOf(user, workspace);
    if (actor === undefined || !may(actor, 'conversations:read', workspace)) return;
    if (!(await isReached(db, actor.user))) return;
    const { email: to } = actor.user;
    const { user: author } = JSON.parse(found.actor) as { readonly user?: string };
    const name = author === undefined ? undefined : await nameOfPerson(author);
    const counted = await countOrRetry(mail.count('mention', { address: to, account: actor.account.id }));
    const until = now() + staleMs;
    return { effect: [...counted, mail.deliver({ workspace, until, to, ...textsOf(name, publicUrl, conversation) })] };
  });

/** The mail. A name that a mail program could show as a link is left out. */
function textsOf(name: string | undefined, publicUrl: string, conversation: string) {
  const author = name !== undefined && isPlainName(name) ? name.trim() : 'A colleague';
  return {
    subject: `${author} mentioned you in a note`,
    text: [
      `${author} mentioned you in a private note on a conversation. Read it there:`,
      `${publicUrl}/conversations/${conversation}`,
      '',
      'The customer does not see notes.',
      '',
    ].join('\n'),
  };
}

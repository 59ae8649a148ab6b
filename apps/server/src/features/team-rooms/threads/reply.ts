import { tokenDigest } from '../../../access/secrets.ts';
import { AppError, type ErrorCode } from '../../../errors.ts';
import { SendFailure } from '../../../platforms/messenger.ts';
import type { RoomNotice, Words } from '../../../platforms/room.ts';
import { type Attempt, type Job, type JobEnd, JobFailure, job } from '../../../storage/jobs/kind.ts';
import { readRoom } from '../current-room.ts';
import type { RoomChannel } from '../needs.ts';
import * as people from '../people/store.ts';
import { find } from '../posts/store.ts';
import type { ConversationSubjectNeeds } from '../subjects/conversations.ts';
import { maxAnswer, replyKind } from './kind.ts';
import { clientIdOf } from './origin.ts';
import * as store from './store.ts';
import type { ThreadNeeds } from './tell.ts';

/** Time for which a refusal isn't repeated if its message arrives again, in ms. */
const refusedMs = 24 * 60 * 60_000;

/** Dependencies of answers from threads. */
export interface ReplyNeeds extends ThreadNeeds, Pick<ConversationSubjectNeeds, 'conversations'> {}

/** An answer from a thread. */
interface Answer {
  readonly channel: string;
  readonly room: string;
  readonly event: string;
  readonly to: string;
  readonly user: string;
  readonly text: string;
  readonly isEdit: boolean;
  readonly hasFiles: boolean;
}

/** The conversation that an answer is for, and the notice of its thread. */
interface Target {
  readonly workspace: string;
  readonly conversation: string;
  readonly post: string;
  /** True if an error that may pass is not waited for any more. */
  readonly isLast: boolean;
}

const notSent = 'Not sent: ';

/** Words about answers that are not sent, by errors; the message of another error is told as it is. */
const refusals: Partial<Readonly<Record<ErrorCode, string>>> = {
  conversation_not_found: `${notSent}the conversation is deleted.`,
  conversation_closed: `${notSent}the conversation is closed. Reopen it in Parley to answer.`,
  conversation_not_taken_over: `${notSent}the agent answers this conversation again. Take it over in Parley to answer.`,
  insufficient_role: `${notSent}your role in the workspace does not let you answer.`,
};

const stranger: Words = [
  `${notSent}your account isn’t connected yet. Create a code in Parley (Settings, “Team room”), send “connect CODE” ` +
    'to me in a direct message, and write your answer again.',
];
const noMember = `${notSent}you are no member of the workspace any more.`;
const edited = 'The edit is not sent. Write the correction as a new message.';
const onlyText = `${notSent}only text reaches the visitor from here. Send files in Parley.`;
const withoutFiles = 'Your text is sent, but not what is attached to it.';

/** Returns the words that an answer gets without a look at its conversation; undefined if it can be sent. */
const flawOf = ({ text, isEdit, hasFiles }: Answer): string | undefined => {
  if (isEdit) return edited;
  if (text.trim() === '') return hasFiles ? onlyText : `${notSent}the message has no text.`;
  if (text.length > maxAnswer) return `${notSent}an answer has at most ${maxAnswer.toLocaleString('en')} characters.`;
  return undefined;
};

/** The ID under which it is known that a refusal was told. */
const refusalOf = (about: readonly string[]): string => `refused.${tokenDigest(about.join(' '))}`;

/** Creates the job that sends what people write in threads of notices. */
export function createReplies(needs: ReplyNeeds) {
  const { db, now, memberOf, conversations, nameOfPerson } = needs;

  /** The words about the person who has a conversation. */
  const heldBy = async (workspace: string, conversation: string): Promise<Words> => {
    const holder = (await conversations().find(workspace, conversation))?.takenBy ?? null;
    if (holder === null) return [`${notSent}another person was faster.`];
    const name = (await nameOfPerson(holder)) ?? 'another person';
    return [notSent, { said: name }, ' has this conversation. Take it over in Parley to answer.'];
  };

  /** The words about an error; throws one that may pass. */
  const refused = async ({ workspace, conversation, isLast }: Target, error: unknown): Promise<Words> => {
    if (!(error instanceof AppError)) throw error;
    if (error.extras.retryAfter !== undefined && !isLast) throw error;
    if (error.code === 'conversation_taken_over') return heldBy(workspace, conversation);
    return [refusals[error.code] ?? `${notSent}${error.message}`];
  };

  /** Sends an answer as its person, who takes the conversation first if it waits; returns what to tell them. */
  const send = async (answer: Answer, target: Target, platform: string): Promise<Words | undefined> => {
    const { workspace, conversation, post } = target;
    const person = await people.find(db, workspace, { platform, id: answer.user });
    if (person === undefined) return stranger;
    const actor = await memberOf(person.user, workspace);
    if (actor === undefined) return [noMember];
    const flaw = flawOf(answer);
    if (flaw !== undefined) return [flaw];
    try {
      const found = await conversations().find(workspace, conversation);
      // A message that was sent before is found, even if another person has the conversation now.
      if (found?.status === 'human' && found.takenBy === null) await conversations().takeOver(actor, conversation);
      const clientMessageId = clientIdOf(post, answer.event);
      await conversations().send(actor, conversation, { role: 'human', content: answer.text, clientMessageId });
    } catch (error) {
      return refused(target, error);
    }
    return answer.hasFiles ? [withoutFiles] : undefined;
  };

  /** Posts words into the thread. A platform that refuses them doesn't hold up others. */
  const tell = async (
    { toward }: Attempt<Answer>,
    { id, room, context }: RoomChannel,
    { notice, to }: { readonly notice: RoomNotice; readonly to: { readonly room: string; readonly remote: string } },
  ): Promise<void> => {
    try {
      await toward(id)(room.tell(notice, to, context));
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      if (!error.isFinal) throw new JobFailure(error.message);
    }
  };

  /** Tells why an answer is not sent, and notes that. Colleagues without an account may talk on in the thread. */
  const refuse = async (
    attempt: Attempt<Answer>,
    channel: RoomChannel,
    { told, post }: { readonly told: Words; readonly post: string },
  ): Promise<JobEnd<Answer>> => {
    const { workspace, payload } = attempt;
    const { room, to: remote, event, user } = payload;
    const refusal = refusalOf([channel.id, event]);
    const once = told === stranger ? refusalOf([post, user]) : refusal;
    const isNew = once === refusal || (await find(db, workspace, once)) === undefined;
    if (isNew) await tell(attempt, channel, { notice: { title: told }, to: { room, remote } });
    const row = {
      ...{ workspace_id: workspace, kind: 'conversation', channel_id: channel.id, room, remote },
      ...{ state: 'refused', created_at: now(), expires_at: now() + refusedMs },
      ...{ conversation_id: null, thread_version: null, thread_at: null },
    };
    return { effect: [...new Set([refusal, once])].map((each) => store.insert(db, { ...row, id: each })) };
  };

  const handle = async (attempt: Attempt<Answer>): Promise<JobEnd<Answer>> => {
    const { workspace, payload, signal } = attempt;
    const { channel: id, room, to, event } = payload;
    const current = await readRoom(needs, workspace, signal);
    if (current.state !== 'connected' || current.channel.id !== id || current.row.room !== room) return {};
    const place = await store.findAt(db, workspace, { channel: id, room, remote: to });
    if (place?.conversation === undefined || place.conversation === null) return {};
    const [post = ''] = place.id.split('.', 1);
    if ((await find(db, workspace, refusalOf([id, event]))) !== undefined) return {};
    const isLast = attempt.attempt >= replyKind.attempts;
    const target = { workspace, conversation: place.conversation, post, isLast };
    const told = await send(payload, target, current.channel.type);
    return told === undefined ? {} : refuse(attempt, current.channel, { told, post });
  };

  return [job(replyKind, handle)] satisfies readonly Job[];
}

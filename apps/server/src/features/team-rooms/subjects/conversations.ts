import type { Principal } from '../../../access/actor.ts';
import { AppError, type ErrorCode } from '../../../errors.ts';
import { maxContent, type Words } from '../../../platforms/room.ts';
import { utcMinutes } from '../../../text/shown/utc-minutes.ts';
import type { Seen, Subject, Told } from '../needs.ts';
import { partsOf } from './waiting-id.ts';

/** A conversation as rooms show it. */
interface WaitingConversation {
  readonly title: string | null;
  readonly agent: string;
  readonly status: 'open' | 'human' | 'closed';
  readonly takenBy: string | null;
  readonly assignee: string | null;
  /** In ms since 1970. */
  readonly waitingSince: number | null;
  /** Why it was handed over, and what it is about. */
  readonly handover: { readonly reason: string; readonly summary: string | null } | undefined;
}

/** A message of a person. */
interface PersonMessage {
  readonly role: 'human';
  readonly content: string;
  readonly clientMessageId: string;
}

/** Dependencies of conversations in rooms. */
export interface ConversationSubjectNeeds {
  /** URL of the instance, without a slash at the end. */
  readonly publicUrl: string;
  /** The conversations; bound late, because they are composed after the rooms. */
  conversations(): {
    find(workspace: string, id: string): Promise<WaitingConversation | undefined>;
    takeOver(actor: Principal, id: string): Promise<unknown>;
    /** Sends a message of a person; the same `clientMessageId` again sends nothing more. */
    send(actor: Principal, id: string, message: PersonMessage): Promise<unknown>;
  };
  /** The name of an agent. */
  nameOfAgent(workspace: string, id: string): Promise<string | undefined>;
  /** The name of a person. */
  nameOfPerson(id: string): Promise<string | undefined>;
}

/** True if a conversation still waits since that time. */
const isWaiting = ({ status, takenBy, waitingSince }: WaitingConversation, since: number): boolean =>
  status === 'human' && takenBy === null && waitingSince === since;

/** Words for the reasons that the service gives. */
const reasons: Readonly<Record<string, string>> = {
  visitor_asked: 'The visitor asked for a person.',
  undelivered: 'A message could not be delivered.',
};

/** Words for errors of a takeover; at most 200 characters. */
const refusals: Partial<Readonly<Record<ErrorCode, string>>> = {
  conversation_not_found: 'There is no such conversation in this workspace any more.',
  conversation_closed: 'The conversation is closed.',
  conversation_taken_over: 'Another person was faster.',
  insufficient_role: 'Your role in the workspace does not let you take conversations.',
};

/** Conversations that wait for a person, as rooms show them: the first to press takes one over. */
export function conversationSubject(needs: ConversationSubjectNeeds): Subject {
  const { publicUrl, conversations, nameOfAgent, nameOfPerson } = needs;
  const nameOf = async (person: string): Promise<string> => (await nameOfPerson(person)) ?? 'a former member';

  const stateOf = async (found: WaitingConversation, since: number): Promise<Words> => {
    if (found.takenBy !== null) return ['✓ Taken by ', { said: await nameOf(found.takenBy) }, '.'];
    if (found.status !== 'human' || found.waitingSince !== since) return ['It waits no longer.'];
    const waits = `Waits since ${utcMinutes(since)}`;
    return found.assignee === null ? [`${waits}.`] : [`${waits}, for `, { said: await nameOf(found.assignee) }, '.'];
  };

  const look = async (workspace: string, id: string): Promise<Seen | undefined> => {
    const { conversation, since } = partsOf(id);
    const found = await conversations().find(workspace, conversation);
    if (found === undefined) return undefined;
    const isOpen = isWaiting(found, since);
    const { reason, summary } = found.handover ?? { reason: 'A person is asked for.', summary: null };
    const agent = (await nameOfAgent(workspace, found.agent)) ?? 'An agent';
    return {
      notice: {
        title: [{ said: agent }, ' hands a conversation over: ', { said: reasons[reason] ?? reason }],
        content: (summary ?? found.title ?? 'Untitled').slice(0, maxContent).toWellFormed(),
        notes: [await stateOf(found, since)],
        link: { label: 'Open in Parley', url: `${publicUrl}/conversations/${conversation}` },
        ...(isOpen && { choices: [{ label: 'Take it', value: `conversation:${id}:take` }] }),
      },
      isOpen,
      until: null,
      thread: { conversation, since },
    };
  };

  const take = async (actor: Principal, conversation: string): Promise<Told> => {
    try {
      await conversations().takeOver(actor, conversation);
      return { text: 'You have it. Answer here in the thread, or in Parley.', isRefusal: false };
    } catch (error) {
      const text = error instanceof AppError ? refusals[error.code] : undefined;
      if (text === undefined) throw error;
      return { text, isRefusal: true };
    }
  };

  return {
    look,
    decide: async (actor, id, choice): Promise<Told> => {
      const { conversation, since } = partsOf(id);
      const [workspace = ''] = actor.memberships.keys();
      const found = choice === 'take' ? await conversations().find(workspace, conversation) : undefined;
      if (found === undefined) return { text: refusals.conversation_not_found ?? '', isRefusal: true };
      if (found.takenBy === actor.user.id) return { text: 'You have it.', isRefusal: false };
      if (!isWaiting(found, since)) {
        const words = (await stateOf(found, since)).map((each) => (typeof each === 'string' ? each : each.said));
        return { text: words.join('').slice(0, 200), isRefusal: true };
      }
      return take(actor, conversation);
    },
  };
}

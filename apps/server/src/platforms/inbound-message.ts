import type { Attachment } from './content/attachment.ts';

/** Data of a message that a kind needs to reply to it, such as its ID; at most 4 KiB as JSON. */
export type ReplyContext = Readonly<Record<string, string>>;

/** A change of an older message once the user has answered it, such as the removal of its buttons. */
export interface Settlement {
  /** Address of the platform that takes the change. */
  readonly url: string;
  readonly json: object;
}

/** A message of a user, as a platform sends it. */
export interface InboundMessage {
  readonly user: { readonly id: string; readonly name?: string | undefined };
  /** Key of one of a user's conversations; null if the platform has one conversation with each user. */
  readonly thread: string | null;
  /** The user's own words, such as the caption of a picture; may be empty. */
  readonly text: string;
  /** Its other content, in order. */
  readonly attachments?: readonly Attachment[] | undefined;
  /** Text of the message that it replies to or quotes. */
  readonly quote?: string | undefined;
  /** Event or the platform's ID of the message that it quotes, if the platform tells nothing else of it. */
  readonly quotes?: string | undefined;
  /** Author of a message that is passed on; empty if unknown. */
  readonly forwardedFrom?: string | undefined;
  /** The platform's ID of the message in its thread, by which `edits` names it. */
  readonly key?: string | undefined;
  /** Key of the message whose content this one replaces. */
  readonly edits?: string | undefined;
  /** Key of an album: messages that a user sends as one, and that arrive as events of their own. */
  readonly album?: string | undefined;
  /** Text for the user, once a day, if the agent can read nothing of the message, such as of a picture alone. */
  readonly unreadable?: string | undefined;
  /** True if nothing answers it: it is stored for the team and for later replies. */
  readonly isUnanswered?: boolean | undefined;
  readonly context?: ReplyContext | undefined;
  /** A change of the message that it answers; tried once, after it is stored. */
  readonly answered?: Settlement | undefined;
  /** Time at which the user sent it, in ms since 1970, if the platform tells. */
  readonly sentAt?: number | undefined;
}

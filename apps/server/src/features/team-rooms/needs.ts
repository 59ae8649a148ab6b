import type { Principal } from '../../access/actor.ts';
import type { RecordEvent } from '../../events/happening.ts';
import type { SendContext } from '../../platforms/messenger.ts';
import type { RoomMessenger, RoomNotice } from '../../platforms/room.ts';
import type { Database } from '../../storage/database.ts';
import type { Enqueue } from '../../storage/jobs/queue.ts';

/** A channel whose platform has rooms. */
export interface RoomChannel {
  readonly id: string;
  /** The platform. */
  readonly type: string;
  readonly title: string;
  readonly isOn: boolean;
  readonly room: RoomMessenger<SendContext>;
  readonly context: SendContext;
  /** Digest of the secrets of the channel that people have entered. */
  readonly credentials: string;
  /** Makes the platform send presses, too. Throws a `SendFailure`. */
  connect(): Promise<void>;
}

/** Something that people decide about in a room, as it is now. */
export interface Seen {
  /** With buttons while it is open, and with its outcome afterwards. */
  readonly notice: RoomNotice;
  readonly isOpen: boolean;
  /** When it stops waiting by itself, in ms since 1970. */
  readonly until: number | null;
  /** The conversation that the thread of its notice answers, with the time from which the thread tells of it. */
  readonly thread?: { readonly conversation: string; readonly since: number };
}

/** The outcome of a press, for the person who pressed: at most 200 characters. */
export interface Told {
  readonly text: string;
  readonly isRefusal: boolean;
}

/** A kind of things that a room shows. */
export interface Subject {
  /** Looks at one of a workspace; undefined if it isn't there. */
  look(workspace: string, id: string): Promise<Seen | undefined>;
  /** Decides as a member whose reach is the workspace of the room. */
  decide(actor: Principal, id: string, choice: string): Promise<Told>;
}

/** The kinds of things that rooms show. */
export type SubjectKind = 'tool_call' | 'conversation';

/** Dependencies of rooms. */
export interface RoomNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'roomAccount' | 'roomCode'): string;
  readonly enqueue: Enqueue;
  readonly record: RecordEvent;
  /** Finds a channel of a workspace whose platform has rooms; undefined for another one. */
  findChannel(workspace: string, id: string, signal?: AbortSignal): Promise<RoomChannel | undefined>;
  /** Finds a person as an actor in one workspace, with the rights of now; undefined if they are no member. */
  memberOf(user: string, workspace: string): Promise<Principal | undefined>;
  /** The things that rooms show, by their kinds. */
  readonly subjects: Readonly<Record<SubjectKind, Subject>>;
}

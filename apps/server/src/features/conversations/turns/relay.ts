import { setTimeout as wait } from 'node:timers/promises';
import type { Citation } from '../messages/schema.ts';
import type { LiveReply } from './live-reply.ts';

/** The channels: on one, a process asks for a reply that it follows; on the other, the writing process sends pieces. */
const asked = 'parley_answers_asked';
const told = 'parley_answers_told';

/** Text that arrives within this time is sent in one piece, in milliseconds. */
const tellInterval = 30;

/** The processes' publish and subscribe; a message may be lost. */
export interface Bus {
  publish(channel: string, message: string): void;
  /** Calls `heard` with undefined after an interruption. */
  subscribe(channel: string, heard: (message: string | undefined) => void): void;
}

/** The text and citations that were added to a reply since a place. */
interface Piece {
  /** The ID of the reply. */
  readonly message: string;
  readonly offset: number;
  readonly text: string;
  /** All of them: there are few. */
  readonly citations: readonly Citation[];
  readonly ended: boolean;
}

/** This process's copy of a reply that another one writes. */
export interface Mirror {
  /** Adopts the stored state. */
  know(stored: { readonly text: string; readonly citations: readonly Citation[] }): void;
  /** The text so far, from the beginning of the reply. */
  text(): string;
  citations(): readonly Citation[];
  /** Whether the process that writes it has told that its end is stored. */
  ended(): boolean;
  /** Resolves with true if something was received, with false if nothing was within `within` milliseconds. */
  grown(within: number): Promise<boolean>;
  close(): void;
}

/** Lets processes read each other's replies while they are written. */
export interface Relay {
  /** Mirrors a reply from here on; the caller must close it. */
  open(replyId: string): Mirror;
}

/**
 * Creates the relay. It sends pieces of the replies that this process writes and another one has asked for, and mirrors
 * those of the others. It is best effort: a process that hears nothing reads the database.
 */
export function createRelay(
  bus: Bus,
  findLive: (replyId: string) => LiveReply | undefined,
  onError: (error: unknown) => void,
): Relay {
  const telling = new Map<string, { offset: number }>();
  const listeners = new Map<string, Set<(piece: Piece) => void>>();

  // Reported once: its sender may send many, and each can be ignored.
  let reported = false;
  const reportMalformed = () => {
    if (!reported) onError(new Error(`A malformed message on the channel ${told} was ignored, as others will be.`));
    reported = true;
  };

  const tell = async (reply: LiveReply) => {
    const { id: message } = reply;
    const place = { offset: 0 };
    telling.set(message, place);
    for (;;) {
      const ended = reply.ended();
      const { offset } = place;
      const text = reply.text().slice(offset);
      place.offset = offset + text.length;
      const piece: Piece = { message, offset, text, citations: reply.citations(), ended };
      bus.publish(told, JSON.stringify(piece));
      if (ended) break;
      await reply.changed();
      await wait(tellInterval);
    }
    telling.delete(message);
  };

  bus.subscribe(asked, (message) => {
    const reply = message === undefined ? undefined : findLive(message);
    if (reply === undefined) return;
    const place = telling.get(reply.id);
    // A process that asks late has missed what was sent before.
    if (place !== undefined) place.offset = 0;
    else void tell(reply);
  });
  bus.subscribe(told, (message) => {
    if (message === undefined) return;
    const piece = readPiece(message);
    if (piece === undefined) {
      reportMalformed();
      return;
    }
    for (const hear of listeners.get(piece.message) ?? []) hear(piece);
  });

  return {
    open(replyId) {
      const mirror = createMirror();
      const hearing = listeners.get(replyId) ?? new Set();
      listeners.set(replyId, hearing.add(mirror.hear));
      bus.publish(asked, replyId);
      const close = () => {
        hearing.delete(mirror.hear);
        if (hearing.size === 0) listeners.delete(replyId);
      };
      return { ...mirror, close };
    },
  };
}

/** Reads a message of the bus; undefined unless it is a well-formed piece: other programs may share the server. */
function readPiece(message: string): Piece | undefined {
  let piece: Partial<Record<keyof Piece, unknown>> | null;
  try {
    piece = JSON.parse(message) as typeof piece;
  } catch {
    return undefined;
  }
  if (typeof piece !== 'object' || piece === null) return undefined;
  const { message: id, offset, text, citations, ended } = piece;
  if (typeof id !== 'string' || typeof text !== 'string' || typeof ended !== 'boolean') return undefined;
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset) || offset < 0) return undefined;
  if (!Array.isArray(citations) || !citations.every(isCitation)) return undefined;
  return { message: id, offset, text, citations, ended };
}

function isCitation(value: unknown): value is Citation {
  if (typeof value !== 'object' || value === null) return false;
  const { source, title, url, quote, score } = value as Partial<Record<keyof Citation, unknown>>;
  const texts = [source, title, quote, url ?? ''];
  return texts.every((text) => typeof text === 'string') && url !== undefined && typeof score === 'number';
}

function createMirror() {
  let text = '';
  let citations: readonly Citation[] = [];
  let ended = false;
  let news = false;
  let wake = () => {};
  const take = (more: { readonly text: string; readonly citations: readonly Citation[] }) => {
    if (more.text.length > text.length) text = more.text;
    if (more.citations.length > citations.length) citations = more.citations;
  };
  return {
    know: take,
    text: () => text,
    citations: () => citations,
    ended: () => ended,
    grown: async (within: number): Promise<boolean> => {
      if (!news) {
        const heard = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await Promise.race([heard, wait(within)]);
      }
      const grown = news;
      news = false;
      return grown;
    },
    hear: ({ offset, text: more, ...piece }: Piece): void => {
      // A piece whose beginning was missed is of no use: the database has its text within a second.
      if (offset > text.length) return;
      take({ text: text.slice(0, offset) + more, citations: piece.citations });
      ended ||= piece.ended;
      news = true;
      wake();
    },
  };
}

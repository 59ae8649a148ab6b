import { setTimeout as wait } from 'node:timers/promises';
import type { LiveReply } from './live-reply.ts';
import { type Piece, readPiece } from './relay-piece.ts';
import { citationsOf, endOf, type Place, type ReplyBody, start } from './reply-body.ts';

/** The channels: on one, a process asks for a reply that it follows; on the other, the writing process sends pieces. */
const asked = 'parley_answers_asked';
const told = 'parley_answers_told';

/** Parts that arrive within this time is sent in one piece, in milliseconds. */
const tellInterval = 30;

/** The processes' publish and subscribe; a message may be lost. */
export interface Bus {
  publish(channel: string, message: string): void;
  /** Calls `heard` with undefined after an interruption. */
  subscribe(channel: string, heard: (message: string | undefined) => void): void;
}

/** This process's copy of a reply that another one writes. */
export interface Mirror {
  /** Adopts the stored state. */
  know(stored: ReplyBody): void;
  /** The reply so far, from its beginning. */
  body(): ReplyBody;
  /** True if the process that writes it has announced that its end is stored. */
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
  const telling = new Map<string, { reached: Place }>();
  const listeners = new Map<string, Set<(piece: Piece) => void>>();

  // Reported once: its sender may send many, and each can be ignored.
  let reported = false;
  const reportMalformed = () => {
    if (!reported) onError(new Error(`A malformed message on the channel ${told} was ignored, as others will be.`));
    reported = true;
  };

  const tell = async (reply: LiveReply) => {
    const { id: message } = reply;
    const place = { reached: start };
    telling.set(message, place);
    for (;;) {
      const ended = reply.ended();
      const { characters: offset, others: from } = place.reached;
      const body = reply.body();
      place.reached = endOf(body);
      const added = { offset, text: body.text.slice(offset), from, others: body.others.slice(from) };
      const piece: Piece = { message, ...added, citations: citationsOf(body), ended };
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
    if (place !== undefined) place.reached = start;
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

function createMirror() {
  let body: ReplyBody = { text: '', others: [] };
  let ended = false;
  let news = false;
  let wake = () => {};
  const take = ({ text, others }: ReplyBody) => {
    body = {
      text: text.length > body.text.length ? text : body.text,
      others: others.length > body.others.length ? others : body.others,
    };
  };
  return {
    know: take,
    body: () => body,
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
    hear: ({ offset, text, from, others, ...piece }: Piece): void => {
      // A piece whose beginning was missed is of no use: the database has its parts within a second.
      if (offset > body.text.length || from > body.others.length) return;
      take({ text: body.text.slice(0, offset) + text, others: [...body.others.slice(0, from), ...others] });
      ended ||= piece.ended;
      news = true;
      wake();
    },
  };
}

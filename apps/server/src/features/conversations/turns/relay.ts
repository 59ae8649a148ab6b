import { setTimeout as wait } from 'node:timers/promises';
import type { Citation } from '../messages/schema.ts';
import type { LiveTurn } from './live-reply.ts';

/** The channels: a process that follows an answer asks for it on one, and its writer tells how it grows on the other. */
const asked = 'parley_answers_asked';
const told = 'parley_answers_told';

/** What comes within this time is told in one piece, in milliseconds. */
const tellInterval = 30;

/** What the processes tell each other over: a message may be lost. */
export interface Bus {
  publish(channel: string, message: string): void;
  /** `undefined` is heard after an interruption. */
  subscribe(channel: string, heard: (message: string | undefined) => void): void;
}

/** How far an answer has come: what was added since a place. */
interface Piece {
  readonly message: string;
  readonly offset: number;
  readonly text: string;
  /** All of them: there are few. */
  readonly citations: readonly Citation[];
  readonly ended: boolean;
}

/** An answer that another process writes, as far as it is known here. */
export interface Mirror {
  /** Takes note of what the database says. */
  know(stored: { readonly text: string; readonly citations: readonly Citation[] }): void;
  /** The text so far; it begins where the answer begins. */
  text(): string;
  citations(): readonly Citation[];
  /** Whether whoever writes it has said that it has ended, and is stored. */
  ended(): boolean;
  /** Resolves with true when more is known, with false when nothing was heard for `within` milliseconds. */
  grown(within: number): Promise<boolean>;
  close(): void;
}

/** Lets processes see each other's answers grow, letter by letter. */
export interface Mirrors {
  /** Mirrors an answer from here on; whoever does so closes it. */
  open(message: string): Mirror;
}

/**
 * Tells of the answers that this process writes, but only of those that somebody has asked for, and mirrors those of
 * the others. Nothing depends on it: a process that hears nothing reads the database.
 */
export function createMirrors(
  bus: Bus,
  findLive: (message: string) => LiveTurn | undefined,
  onError: (error: unknown) => void,
): Mirrors {
  const telling = new Map<string, { offset: number }>();
  const listeners = new Map<string, Set<(piece: Piece) => void>>();

  /** Once: whatever sends such messages may send many, and each of them can be done without. */
  let reported = false;
  const reportMalformed = () => {
    if (!reported) onError(new Error(`A malformed message on the channel ${told} was ignored, as others will be.`));
    reported = true;
  };

  const tell = async (turn: LiveTurn) => {
    const { message } = turn;
    const place = { offset: 0 };
    telling.set(message, place);
    for (;;) {
      const ended = turn.ended();
      const { offset } = place;
      const text = turn.text().slice(offset);
      place.offset = offset + text.length;
      const piece: Piece = { message, offset, text, citations: turn.citations(), ended };
      bus.publish(told, JSON.stringify(piece));
      if (ended) break;
      await turn.changed();
      await wait(tellInterval);
    }
    telling.delete(message);
  };

  bus.subscribe(asked, (message) => {
    const turn = message === undefined ? undefined : findLive(message);
    if (turn === undefined) return;
    const place = telling.get(turn.message);
    // Whoever asks late has missed what was told before.
    if (place !== undefined) place.offset = 0;
    else void tell(turn);
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
    open(message) {
      const mirror = createMirror();
      const hearing = listeners.get(message) ?? new Set();
      listeners.set(message, hearing.add(mirror.hear));
      bus.publish(asked, message);
      const close = () => {
        hearing.delete(mirror.hear);
        if (hearing.size === 0) listeners.delete(message);
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
      // Of a piece whose beginning was missed nothing can be used: the database has it within a second.
      if (offset > text.length) return;
      take({ text: text.slice(0, offset) + more, citations: piece.citations });
      ended ||= piece.ended;
      news = true;
      wake();
    },
  };
}

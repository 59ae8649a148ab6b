import type { Citation } from '../messages/schema.ts';

/** How far somebody has read an answer: characters and citations. */
export interface Place {
  readonly offset: number;
  readonly citations: number;
}

/** What an answer has cost so far; null where that isn't known yet. */
interface Counts {
  inputTokens: number | null;
  firstTokenMs: number | null;
}

/** An answer that is being written in this process, and whoever waits for more of it. */
export interface LiveTurn {
  readonly message: string;
  readonly conversation: string;
  readonly workspace: string;
  /** The text so far: well-formed, and without NUL, as both engines can store it. */
  text(): string;
  citations(): readonly Citation[];
  /** What is known of its cost; a checkpoint writes it down with the text. */
  readonly counts: Counts;
  append(text: string): void;
  cite(citation: Citation): void;
  /** Whether it has ended, and is stored. */
  ended(): boolean;
  /** Resolves at the next change, be it the end. */
  changed(): Promise<void>;
  /** Tells everybody that it is over. */
  end(): void;
  /** Fires with a `TurnStop`. */
  readonly signal: AbortSignal;
  stop(why: StopReason): void;
}

/** Why an answer is stopped: somebody cancelled it, the server ends, or it was deleted or ended elsewhere. */
export type StopReason = 'cancelled' | 'interrupted' | 'gone';

/** What the signal of a turn fires with. */
export class TurnStop extends Error {
  readonly why: StopReason;

  constructor(why: StopReason) {
    super(`The answer was stopped: ${why}.`);
    this.name = 'TurnStop';
    this.why = why;
  }
}

/** Makes the live side of an answer. */
export function createLiveTurn(names: Pick<LiveTurn, 'message' | 'conversation' | 'workspace'>): LiveTurn {
  const controller = new AbortController();
  const citations: Citation[] = [];
  let text = '';
  /** The first half of a character whose other half is in the next piece. */
  let half = '';
  let over = false;
  let waiting: { readonly promise: Promise<void>; readonly wake: () => void } | undefined;
  const announce = () => {
    waiting?.wake();
    waiting = undefined;
  };
  return {
    ...names,
    text: () => text,
    citations: () => citations,
    counts: { inputTokens: null, firstTokenMs: null },
    append: (more) => {
      const piece = half + more;
      half = /[\ud800-\udbff]$/.test(piece) ? piece.slice(-1) : '';
      text += storable(half === '' ? piece : piece.slice(0, -1));
      announce();
    },
    cite: (citation) => {
      citations.push(citation);
      announce();
    },
    ended: () => over,
    changed: () => {
      waiting ??= waiter();
      return over ? Promise.resolve() : waiting.promise;
    },
    end: () => {
      over = true;
      announce();
    },
    signal: controller.signal,
    stop: (why) => controller.abort(new TurnStop(why)),
  };
}

/** PostgreSQL's text can't hold a NUL, and half a character is none. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd');

function waiter() {
  let wake: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    wake = resolve;
  });
  return { promise, wake };
}

import { setMaxListeners } from 'node:events';
import type { AppError } from '../errors.ts';
import type { FallenBack } from './fallback.ts';
import type { OtherPart, PlacedPart, ReplyBody } from './reply-body.ts';

/** The cost of a reply so far; null until known. */
interface Counts {
  inputTokens: number | null;
  firstTokenMs: number | null;
}

/** A reply that this process is writing, shared by its turn and its readers. */
export interface LiveReply {
  /** The ID of the message. */
  readonly id: string;
  readonly conversation: string;
  readonly workspace: string;
  /** The text so far: well-formed, and without NUL, as both engines can store it. */
  text(): string;
  /** A snapshot of its text and its other parts. */
  body(): ReplyBody;
  /** Grows with each piece: its characters and its other parts. */
  size(): number;
  /** Its known cost; a checkpoint stores it with the parts. */
  readonly counts: Counts;
  /** Notes that another model writes it than the one it began with. */
  fallBack(fallen: FallenBack): void;
  /** Undefined if the model that it began with writes it. */
  fallen(): FallenBack | undefined;
  append(text: string): void;
  /** Adds a part after the text so far. The caller has made its texts storable. */
  add(part: OtherPart): void;
  /** True if the turn is over and its end is stored. */
  ended(): boolean;
  /** Tells those who wait for the end that it can't be stored soon. */
  delay(failure: AppError): void;
  /** Why the reply can't be stored soon; undefined if nothing is known of that. */
  delayed(): AppError | undefined;
  /** Resolves at the next change, which may be the end. */
  changed(): Promise<void>;
  /** Tells every reader that the turn is over. */
  end(): void;
  /** Fires with a `TurnStop`. */
  readonly signal: AbortSignal;
  stop(why: StopReason): void;
}

/** Why a turn is stopped: it was cancelled, the server ends, or the reply was deleted or ended elsewhere. */
export type StopReason = 'cancelled' | 'interrupted' | 'gone';

/** The reason with which the signal of a turn fires. */
export class TurnStop extends Error {
  readonly why: StopReason;

  constructor(why: StopReason) {
    super(`The turn was stopped: ${why}.`);
    this.name = 'TurnStop';
    this.why = why;
  }
}

/** The turn pauses: its reply waits for a decision about a call, or for the result of one. */
export class TurnPause extends Error {
  constructor() {
    super('The reply waits.');
    this.name = 'TurnPause';
  }
}

/** The content of a reply when its turn starts; nothing, unless it goes on after a pause. */
export interface Begun {
  readonly body: ReplyBody;
  readonly counts: Readonly<Counts>;
  /** Undefined if its first model has written it. */
  readonly fallen: FallenBack | undefined;
}

/** Creates the live side of a reply. */
export function createLiveReply(
  { id, conversation, workspace }: Pick<LiveReply, 'id' | 'conversation' | 'workspace'>,
  begun?: Begun,
) {
  const controller = new AbortController();
  // Each call of a tool listens, and there may be many.
  setMaxListeners(0, controller.signal);
  const others: PlacedPart[] = [...(begun?.body.others ?? none)];
  let text = begun?.body.text ?? '';
  /** A high surrogate whose other half comes with the next piece. */
  let half = '';
  let over = false;
  let fallen = begun?.fallen;
  let delayed: AppError | undefined;
  let waiting: { readonly promise: Promise<void>; readonly wake: () => void } | undefined;
  const announce = () => {
    waiting?.wake();
    waiting = undefined;
  };
  const reply: LiveReply = {
    id,
    conversation,
    workspace,
    text: () => text,
    body: () => ({ text, others: others.length === 0 ? none : others.slice() }),
    size: () => text.length + others.length,
    counts: { inputTokens: null, firstTokenMs: null, ...begun?.counts },
    fallBack: (to) => {
      fallen = to;
    },
    fallen: () => fallen,
    append: (more) => {
      const piece = half + more;
      half = /[\ud800-\udbff]$/.test(piece) ? piece.slice(-1) : '';
      text += storable(half === '' ? piece : piece.slice(0, -1));
      announce();
    },
    add: (part) => {
      half = '';
      others.push({ at: text.length, part });
      announce();
    },
    ended: () => over,
    delay: (failure) => {
      delayed = failure;
      announce();
    },
    delayed: () => delayed,
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
  return reply;
}

const none: readonly PlacedPart[] = [];

/** PostgreSQL's text holds neither a NUL nor a lone surrogate. */
export const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd');

function waiter() {
  let wake: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    wake = resolve;
  });
  return { promise, wake };
}

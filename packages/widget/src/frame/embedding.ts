import {
  isColor,
  isGreeting,
  isIdentity,
  isKept,
  isLanguage,
  isMode,
  isText,
  type Mode,
  type PageContext,
  problemOf,
  readContext,
  readMessage,
  type ToLoader,
} from '../protocol.ts';
import { isObject } from './conversation/values.ts';
import type { OwnWindow, Received } from './pop-out/own-window.ts';

/** Message of the page around the frame when it shows it. */
export interface Hello {
  /** Its origin, as the browser tells it; undefined if it is unknown. */
  readonly origin: string | undefined;
  readonly identity: string | undefined;
  readonly mode: Mode | undefined;
  readonly accent: string | undefined;
  /** The language that the page wants; undefined for the visitor's. */
  readonly language: string | undefined;
  /** True if the page is written from right to left. */
  readonly isMirrored: boolean;
  /** Sealed data that the page kept for a frame without storage; empty for none. */
  readonly kept: string;
  readonly isOpen: boolean;
  /** True if it is our script. */
  readonly isPanel: boolean;
  /** True if the chat is a part of the page, which can't be closed. */
  readonly isInline: boolean;
  readonly context: PageContext | undefined;
  /** The message as it came; undefined without one. */
  readonly message: Received | undefined;
}

/** Handlers for requests of the page around the frame. */
export interface Wishes {
  onHello(hello: Hello): void;
  onOpen(isOpen: boolean): void;
  onUser(identity: string): void;
  onReset(): void;
  /** Another tab of the page has kept other sealed data. */
  onKept(kept: string, origin: string): void;
  /** The page tells where the visitor is. */
  onContext(context: PageContext): void;
  /** The visitor has clicked a bubble of the launcher. */
  onGreeting(greeting: string): void;
  /** The page wants a text in the composer, or sent as the visitor. */
  onText(parley: 'prefill' | 'send', text: string): void;
  /** Settings to show instead of the stored ones, from the dashboard only. */
  onPreview(settings: Record<string, unknown>): void;
}

/** The page around the frame. */
export interface Embedding {
  post(message: ToLoader): void;
}

/** Time that a page has to say hello, in ms; one that embeds the frame without our script never does. */
const patience = 3_000;

/**
 * Listens to the window around this one, or to the frame that has opened it as its pop-out; without either, the chat is
 * a page of its own.
 */
export function createEmbedding(wishes: Wishes, ownWindow?: OwnWindow): Embedding {
  const { parent } = window;
  const other = () => (ownWindow ? ownWindow.frame() : parent);
  if (other() === window) {
    wishes.onHello(alone);
    return { post: () => {} };
  }
  let origin = ownWindow && location.origin;
  let isPanel = false;
  /** The problem that the page was told last: it sends all attributes each time. */
  let told: string | undefined;
  const post = (message: ToLoader) => {
    // An opaque origin can't be named, and with any other target a page that has replaced the host could read it.
    if (isPanel && origin !== undefined && origin !== 'null') other()?.postMessage(message, origin);
  };
  const complain = (message: string) => post({ parley: 'error', code: 'invalid_call', message });
  const takeText = (parley: 'prefill' | 'send', text: unknown) => {
    if (isText(text)) wishes.onText(parley, text);
    else complain(`${parley} takes a text that isn’t empty.`);
  };
  const takeIdentity = (identity: unknown): string | undefined => {
    if (isIdentity(identity)) return identity;
    if (identity !== undefined) complain('setUser takes a JSON Web Token.');
    return undefined;
  };
  const takeContext = (value: unknown): PageContext | undefined => {
    const problem = isObject(value) ? problemOf(value['attributes']) : undefined;
    if (problem !== undefined && problem !== told) complain(problem);
    told = problem;
    return readContext(value);
  };
  const begin = (hello: Hello) => {
    clearTimeout(timer);
    wishes.onHello(hello);
  };
  const giveUp = () => {
    if (ownWindow?.saved) answers['hello']?.(ownWindow.saved, location.origin);
    else begin({ ...alone, origin: ownWindow ? undefined : embeddingOrigin() });
  };
  /** Handlers of each message; `from` is the origin of the page. */
  const answers: Readonly<Record<string, (message: Received, from: string) => void>> = {
    hello: (message, from) => {
      const { identity, mode, accent, language, mirrored, kept, open, inline, context } = message;
      // Once: later ones would let a page start the visit over.
      if (isPanel) return;
      isPanel = true;
      begin({
        origin: from,
        identity: takeIdentity(identity),
        mode: isMode(mode) ? mode : undefined,
        accent: isColor(accent) ? accent : undefined,
        language: isLanguage(language) ? language : undefined,
        isMirrored: mirrored === true,
        kept: isKept(kept) ? kept : '',
        isOpen: open === true || inline === true,
        isPanel,
        isInline: inline === true,
        context: takeContext(context),
        message,
      });
    },
    greeting: ({ text }) => {
      if (isGreeting(text)) wishes.onGreeting(text);
    },
    open: () => wishes.onOpen(true),
    close: () => wishes.onOpen(false),
    user: ({ identity }) => {
      const taken = takeIdentity(identity);
      if (taken !== undefined) wishes.onUser(taken);
    },
    reset: () => wishes.onReset(),
    prefill: ({ text }) => takeText('prefill', text),
    send: ({ text }) => takeText('send', text),
    kept: ({ kept }, from) => {
      if (isKept(kept)) wishes.onKept(kept, from);
    },
    context: ({ context }) => {
      const read = takeContext(context);
      if (read !== undefined) wishes.onContext(read);
    },
    preview: ({ settings }, from) => {
      if (from !== location.origin || !isObject(settings)) return;
      clearTimeout(timer);
      wishes.onPreview(settings);
    },
  };
  const timer = setTimeout(giveUp, other() === null ? 0 : patience);
  addEventListener('message', (event) => {
    if (event.source === null || event.source !== other()) return;
    const message = readMessage(event.data);
    if (message === undefined || !Object.hasOwn(answers, message.parley)) return;
    origin ??= event.origin;
    if (event.origin === origin) answers[message.parley]?.(message, event.origin);
  });
  if (ownWindow) ownWindow.ask();
  else parent.postMessage({ parley: 'hello' } satisfies ToLoader, '*');
  return { post };
}

const alone: Hello = {
  origin: undefined,
  identity: undefined,
  mode: undefined,
  accent: undefined,
  language: undefined,
  isMirrored: false,
  kept: '',
  isOpen: true,
  isPanel: false,
  isInline: false,
  context: undefined,
  message: undefined,
};

/** The origin of the embedding page without its help. */
function embeddingOrigin(): string | undefined {
  const [nearest] = 'ancestorOrigins' in location ? [...location.ancestorOrigins] : [];
  if (nearest !== undefined) return nearest;
  return document.referrer === '' ? undefined : new URL(document.referrer).origin;
}

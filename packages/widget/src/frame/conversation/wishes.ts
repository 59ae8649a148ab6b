import type { Core } from './core.ts';
import { isAsked } from './form.ts';
import { canSend, excessOf } from './state.ts';

/** Max texts that wait to be sent. */
const maxWaiting = 10;

/** Texts that the page wants in the composer, or sent as the visitor. */
export interface Wishes {
  prefill(text: string): void;
  send(text: string): void;
  /** Does what can be done now; to be called after each change of the state. */
  check(): void;
  /** Forgets what waits: it was meant for the visitor before. */
  forget(): void;
}

/** Functions that wishes need. */
interface Needs {
  send(content: string): void;
  setDraft(draft: string): void;
  startOver(): void;
}

/** Creates the wishes of a chat: each is done once, and waits for the visit, the form, and the reply in progress. */
export function createWishes(core: Core, { send, setDraft, startOver }: Needs): Wishes {
  let prefilling: string | undefined;
  let waiting: readonly string[] = [];
  const complain = (message: string) => core.listener.onError('invalid_call', message);
  const isAwaited = () => {
    const { state, session } = core;
    return session === undefined || state.phase !== 'ready' || state.resuming;
  };
  const sendNext = () => {
    const [text, ...rest] = waiting;
    if (text === undefined) return;
    const { state } = core;
    const excess = excessOf(state, text);
    if (excess > 0) {
      waiting = rest;
      return complain(`send takes at most ${state.settings.messageLength} characters, not ${[...text].length}.`);
    }
    if (state.transcript.conversation?.status === 'closed') return startOver();
    if (!canSend(state, text) || (state.settings.form?.when === 'before' && isAsked(state))) return;
    // First, because sending changes the state.
    waiting = rest;
    send(text);
  };
  const wishes: Wishes = {
    prefill: (text) => {
      // As a text field has it: the draft is compared with that.
      prefilling = text.replace(/\r\n?/g, '\n');
      wishes.check();
    },
    send: (text) => {
      if (waiting.length >= maxWaiting) return complain(`send takes at most ${maxWaiting} texts at a time.`);
      waiting = [...waiting, text];
      wishes.check();
    },
    check: () => {
      if (isAwaited()) return;
      if (prefilling !== undefined) {
        const text = prefilling;
        prefilling = undefined;
        if (core.state.draft === '') setDraft(text);
      }
      sendNext();
    },
    forget: () => {
      prefilling = undefined;
      waiting = [];
    },
  };
  return wishes;
}

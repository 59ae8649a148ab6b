/** A message that a visitor or the agent wrote. Its text stays in the chat. */
export interface ParleyMessage {
  readonly id: string;
  readonly role: string;
  readonly conversation: string;
}

/** A problem of the chat. */
export interface ParleyError {
  /** For programs, such as `invalid_call`, `script_not_loaded` or `chat_not_loaded`. */
  readonly code: string;
  /** A sentence for the developer of the page. */
  readonly message: string;
}

/** Facts about the visitor that the agent's team sees. `null` removes one. */
export type ParleyAttributes = Readonly<Record<string, string | number | boolean | null>>;

/** Props of `ParleyChat`. A change of `identity`, `open` or a callback keeps the chat; any other loads it again. */
export interface ParleyChatProps {
  /** ID of the channel: `channel_…`. */
  readonly channel: string;
  /** Address of the instance, such as `https://chat.example.com`. */
  readonly host: string;
  /** The visitor's JSON Web Token, from your server. Removing it signs the visitor out. */
  readonly identity?: string | undefined;
  /** The channel's theme by default. */
  readonly theme?: 'auto' | 'light' | 'dark' | undefined;
  /** Colour of buttons and links, as `#rrggbb`; the channel's by default. */
  readonly accent?: string | undefined;
  /** Side of the launcher; `right` by default. */
  readonly position?: 'left' | 'right' | undefined;
  /** `none` for no launcher: the page opens the chat by `open` or `useParley`. */
  readonly launcher?: 'auto' | 'none' | undefined;
  /** Language of the chat, such as `de`; the browser's by default. */
  readonly language?: string | undefined;
  /** Accessible name of the launcher; `Open chat` by default. */
  readonly label?: string | undefined;
  /** Layer of the launcher, 0 to 2147483647; in front of everything by default. */
  readonly zIndex?: number | undefined;
  /** Distance from the edges of the window, in pixels, 0 to 9999; 20 by default. */
  readonly offset?: number | undefined;
  /** Opens or closes the chat when it changes. The visitor can do both in between: see `onOpen` and `onClose`. */
  readonly open?: boolean | undefined;
  /** Address of the script; `HOST/widget.js` by default. */
  readonly src?: string | undefined;
  /** Nonce of the script, for a Content Security Policy. */
  readonly nonce?: string | undefined;
  /** Hash of the script, `sha384-…`. Set `src`, too: the bytes of `HOST/widget.js` change with each upgrade. */
  readonly integrity?: string | undefined;
  /** Called once the chat has loaded: with its first opening, or earlier if there is a recent conversation. */
  readonly onReady?: (() => void) | undefined;
  readonly onOpen?: (() => void) | undefined;
  readonly onClose?: (() => void) | undefined;
  readonly onMessage?: ((message: ParleyMessage) => void) | undefined;
  /** Called with the number of unread messages when it changes. */
  readonly onUnread?: ((count: number) => void) | undefined;
  readonly onError?: ((error: ParleyError) => void) | undefined;
}

/** State of a chat. Before it is mounted, all is false or 0. */
export interface ParleyState {
  /** True once the chat has loaded, as for `onReady`. */
  readonly isReady: boolean;
  /** True while the panel of a launcher is open; false for an inline chat. */
  readonly isOpen: boolean;
  /** Number of unread messages. */
  readonly unread: number;
}

/** Calls to a chat. Earlier calls are kept until the chat is mounted and its script has loaded. */
export interface ParleyCalls {
  readonly open: () => void;
  readonly close: () => void;
  readonly toggle: () => void;
  /** Opens the chat and sends a message of the visitor. */
  readonly send: (text: string) => void;
  /** Writes a text into the field of the chat if that is empty. */
  readonly prefill: (text: string) => void;
  /** Merges facts about the visitor into those that are known. */
  readonly set: (attributes: ParleyAttributes) => void;
  /** Signs the visitor in by a JSON Web Token of your server. */
  readonly setUser: (identity: string) => void;
  /** Signs the visitor out and forgets what is stored in the browser. */
  readonly reset: () => void;
}

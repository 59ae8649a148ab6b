import { defaultAccent, readableOn } from '../color.ts';
import type { Options } from './options.ts';
import { styles } from './styles.ts';

/** Below the browser's own layers, above what pages usually have. */
const defaultZIndex = 2147483000;

/** The outlines of the launcher's two icons, 24 by 24. */
const outlines = {
  chat: 'M12 20a8.5 8.5 0 1 0-7.6-4.7L3.5 20l4.9-1c1.1.6 2.3 1 3.6 1Z',
  cross: 'M6 9.5l6 6 6-6',
};

/** The elements of one channel on the host page. */
export interface Panel {
  readonly element: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly dialog: HTMLDialogElement;
  iframe: HTMLIFrameElement | undefined;
  /** The name of the launcher; undefined for the one in the chat's language. */
  label: string | undefined;
  /** Adds the frame; the panel must not have one. */
  addFrame(): HTMLIFrameElement;
  /** Replaces the frame with a message that it could not be loaded, until it is opened again. */
  dropFrame(): void;
  setAccent(accent: string, text?: string): void;
  /** Sets the texts of the launcher: its name, unless it has a label, and the words for `{count}` unread replies. */
  setTexts(label: string, unread: string): void;
  /** Adds the element to the page, above everything if the browser has a top layer. */
  attach(): void;
  /** Shows or hides the launcher; the panel is above it. */
  setLauncher(isShown: boolean): void;
  /** The distance from the other launchers on the same side, in pixels. */
  setShift(pixels: number): void;
  setUnread(count: number): void;
}

/** Creates the launcher and the panel, detached. Without markup: hosts may require Trusted Types. */
export function createPanel({ channel, host, side, label, zIndex, offset, accent }: Options): Panel {
  // No rule for `div` reaches an element of this name, and it needs no definition.
  const element = document.createElement('parley-widget');
  element.dataset['parley'] = channel;
  const shadow = element.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:host{}${styles.replaceAll('SIDE', side)}`);
  shadow.adoptedStyleSheets = [sheet];
  const [own] = sheet.cssRules as unknown as [CSSStyleRule];
  // Not on the element: an important variable of the page would win there.
  const set = (name: string, value: string) => own.style.setProperty(name, value, 'important');
  set('--z', `${zIndex ?? defaultZIndex}`);
  set('--o', `${offset}px`);
  set('--x', '0px');

  const button = make('button', { 'aria-expanded': 'false', 'aria-controls': 'panel' });
  button.append(icon('chat'), icon('cross'));
  const badge = make('span', { class: 'badge', 'aria-hidden': 'true' });
  badge.hidden = true;
  button.append(badge);
  const dialog = make('dialog', { id: 'panel', 'aria-label': label ?? 'Chat' });
  shadow.append(dialog, button);

  let [name, words, unread] = ['Open chat', '{count} unread', 0];
  const panel: Panel = {
    element,
    button,
    dialog,
    label,
    iframe: undefined,
    addFrame: () => {
      const iframe = make('iframe', {
        title: label ?? 'Chat',
        allow: 'clipboard-write; autoplay',
        src: `${host}/chat/${channel}`,
      });
      dialog.replaceChildren(iframe);
      panel.iframe = iframe;
      return iframe;
    },
    dropFrame: () => {
      panel.iframe = undefined;
      const text = make('p', { role: 'alert' });
      text.textContent = 'The chat could not be loaded.';
      dialog.replaceChildren(text);
    },
    setAccent: (color, text = readableOn(color)) => {
      set('--a', color);
      set('--t', text);
    },
    setTexts: (text, unreadText) => {
      [name, words] = [text, unreadText];
      panel.setUnread(unread);
    },
    attach: () => {
      document.documentElement.append(element);
      // A page that names a layer wants things above the chat.
      if (zIndex !== undefined) return;
      element.popover = 'manual';
      // Older browsers have no top layer.
      element.showPopover?.();
    },
    setLauncher: (isShown) => {
      button.hidden = !isShown;
      set('--g', isShown ? '72px' : '0px');
    },
    setShift: (pixels) => set('--x', `${pixels}px`),
    setUnread: (count) => {
      unread = count;
      badge.hidden = count === 0;
      badge.textContent = count > 9 ? '9+' : `${count}`;
      const shown = panel.label ?? name;
      button.setAttribute('aria-label', count === 0 ? shown : `${shown} (${words.replace('{count}', `${count}`)})`);
    },
  };
  panel.setAccent(accent ?? defaultAccent);
  panel.setUnread(0);
  return panel;
}

function make<Tag extends 'button' | 'span' | 'p' | 'dialog' | 'iframe'>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[Tag] {
  return withAttributes(document.createElement(tag), attributes);
}

function icon(name: keyof typeof outlines): SVGElement {
  const draw = (tag: 'svg' | 'path', attributes: Readonly<Record<string, string>>) =>
    withAttributes(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes);
  const svg = draw('svg', { viewBox: '0 0 24 24', class: name, 'aria-hidden': 'true' });
  svg.append(draw('path', { d: outlines[name] }));
  return svg;
}

function withAttributes<T extends Element>(element: T, attributes: Readonly<Record<string, string>>): T {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

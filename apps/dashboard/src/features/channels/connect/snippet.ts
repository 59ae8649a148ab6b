import type { Channel } from '@parley/sdk';

/** Settings that the snippet of a widget passes to its launcher, which gets the stored ones a moment after it is shown. */
interface Look {
  readonly position?: unknown;
  readonly theme?: { readonly mode?: unknown; readonly light?: { readonly accent?: unknown } };
}

/** The line of HTML that adds a widget to a page. It names only what differs from the defaults. */
export function snippetOf({ _id, urls, settings }: Pick<Channel, '_id' | 'urls' | 'settings'>): string {
  const { position, theme }: Look = settings;
  const accent = theme?.light?.accent;
  const attributes = [
    `src="${urls.script ?? ''}"`,
    `data-channel="${_id}"`,
    ...(theme?.mode === 'light' || theme?.mode === 'dark' ? [`data-theme="${theme.mode}"`] : []),
    ...(typeof accent === 'string' ? [`data-accent="${accent}"`] : []),
    ...(position === 'left' ? ['data-position="left"'] : []),
  ];
  return `<script async ${attributes.join(' ')}></script>`;
}

/** Sources that the site's Content-Security-Policy must allow, by directive. */
export function policyOf({ urls }: Pick<Channel, 'urls'>): string {
  const host = URL.canParse(urls.script ?? '') ? new URL(urls.script ?? '').origin : '';
  return `script-src ${host};\nframe-src ${host};`;
}

/** The code that shows a chat page in a frame of a site. */
export const frameOf = ({ urls, name }: Pick<Channel, 'urls' | 'name'>): string =>
  `<iframe src="${urls.page ?? ''}" title="${escaped(name)}" width="400" height="640"></iframe>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

import type { Channel } from '@parley/sdk';

/** Settings that the snippet of a widget passes to its launcher, which gets the stored ones a moment after it is shown. */
interface Look {
  readonly position?: unknown;
  readonly theme?: { readonly mode?: unknown; readonly light?: { readonly accent?: unknown } };
}

/** The options of a launcher that differ from the defaults. */
function lookOf({ position, theme }: Look): readonly (readonly [name: string, value: string])[] {
  const mode = theme?.mode === 'auto' ? undefined : theme?.mode;
  const look = { theme: mode, accent: theme?.light?.accent, position: position === 'left' ? position : undefined };
  return Object.entries(look).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
}

/** The line of HTML that adds a widget to a page. It names only what differs from the defaults. */
export function snippetOf({ _id, urls, settings }: Pick<Channel, '_id' | 'urls' | 'settings'>): string {
  const options = [['channel', _id], ...lookOf(settings)].map(([name, value]) => ` data-${name}="${value}"`);
  return `<script async src="${urls.script ?? ''}"${options.join('')}></script>`;
}

/**
 * The commands and the code that add a widget to an application in React, with the same options.
 * @param path of the package with its version; without it the command names the current one, which lock files can't
 */
export function reactOf(
  { _id, urls, settings }: Pick<Channel, '_id' | 'urls' | 'settings'>,
  path = '/sdk/parley-react.tgz',
): string {
  const host = hostOf(urls);
  const props = [['host', host], ['channel', _id], ...lookOf(settings)].map(([name, value]) => ` ${name}="${value}"`);
  return [
    `// npm install ${host}${path}`,
    "import { ParleyChat } from '@parley/react';",
    '',
    `<ParleyChat${props.join('')} />`,
  ].join('\n');
}

const hostOf = ({ script = '' }: Channel['urls']): string => (URL.canParse(script) ? new URL(script).origin : '');

/** Sources that the site's Content-Security-Policy must allow, by directive. */
export function policyOf({ urls }: Pick<Channel, 'urls'>): string {
  const host = hostOf(urls);
  return `script-src ${host};\nframe-src ${host};`;
}

/** The code that shows a chat page in a frame of a site. */
export const frameOf = ({ urls, name }: Pick<Channel, 'urls' | 'name'>): string =>
  `<iframe src="${urls.page ?? ''}" title="${escaped(name)}" width="400" height="640"></iframe>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

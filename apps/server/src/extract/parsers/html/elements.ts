import type { HtmlToken } from '../../../text/html/tokens.ts';

/** The start of an element. */
export type OpenTag = HtmlToken & { readonly type: 'open' };

/** Elements without content. */
export const empty = new Set(
  'area base br col embed frame hr img input link meta param source track wbr keygen basefont bgsound'.split(' '),
);

/** The ID of an `h2` that is an `h1` of the page, while its main content is searched. */
export const firstLevelId = 'parley-first-level';

/** Elements that begin and end a paragraph. */
export const blocks = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form header hgroup hr html legend li main menu nav ol p pre search section summary table tbody td tfoot ' +
    'th thead tr ul h1 h2 h3 h4 h5 h6'
  ).split(' '),
);

/** Elements whose text is not for readers. */
export const unread = new Set(
  (
    'title script style template noscript noframes noembed iframe object svg canvas audio video map select datalist ' +
    'textarea annotation annotation-xml'
  ).split(' '),
);

/** Start tags that end an open element whose end tag may be missing, as in browsers. */
export const endedBy: Readonly<Record<string, ReadonlySet<string>>> = {
  p: new Set([...blocks].filter((name) => !['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'body'].includes(name))),
  li: new Set(['li']),
  dt: new Set(['dt', 'dd']),
  dd: new Set(['dt', 'dd']),
  td: new Set(['td', 'th', 'tr']),
  th: new Set(['td', 'th', 'tr']),
  tr: new Set(['tr']),
  option: new Set(['option']),
};

/** Elements around the content of a page, and those that may also be a part of it. */
const around = new Set('nav search dialog'.split(' '));
const outside = new Set('footer aside'.split(' '));
const aroundRoles = new Set('navigation dialog alertdialog search menu menubar'.split(' '));
const outsideRoles = new Set('contentinfo complementary banner'.split(' '));

/** Consent dialogs by their usual names; "cookie-policy" is content. */
const consent =
  /onetrust|cookiebot|usercentrics|didomi|(?:cookie|consent|gdpr|ccpa)[-_]{0,2}(?:banner|bar|notice|popup|pop-up|modal|overlay|dialog|layer|wall|message|alert)/i;

/**
 * True if an element is around the content of a page: navigation, footers, dialogs, consent to cookies. A footer or an
 * aside within the main content is a part of it.
 */
export function isAround({ name, attributes }: OpenTag, isInMain: boolean): boolean {
  if (around.has(name) || (!isInMain && outside.has(name))) return true;
  if (attributes.size === 0 || name === 'body' || name === 'html' || isMain({ name, attributes })) return false;
  const role = attributes.get('role') ?? '';
  if (aroundRoles.has(role) || (!isInMain && outsideRoles.has(role))) return true;
  return consent.test(`${attributes.get('id') ?? ''} ${attributes.get('class') ?? ''}`.slice(0, 500));
}

/** True if an element is the main content of a page by its own word. */
export const isMain = ({ name, attributes }: Pick<OpenTag, 'name' | 'attributes'>): boolean =>
  name === 'main' || attributes.get('role') === 'main';

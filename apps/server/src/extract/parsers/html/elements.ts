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
  'title script style template noscript iframe object svg math canvas audio video map select datalist textarea'.split(
    ' ',
  ),
);

/** Elements around the content of a page. */
const around = new Set('nav footer aside dialog'.split(' '));
const roles = new Set('navigation contentinfo complementary dialog alertdialog search banner menu menubar'.split(' '));

/** Consent dialogs by their usual names; "cookie-policy" is content. */
const consent =
  /onetrust|cookiebot|usercentrics|didomi|(?:cookie|consent|gdpr|ccpa)[-_]{0,2}(?:banner|bar|notice|popup|pop-up|modal|overlay|dialog|layer|wall|message|alert)/i;

/** True if an element is around the content of a page: navigation, footers, dialogs, consent to cookies. */
export function isAround(name: string, attributes: ReadonlyMap<string, string>): boolean {
  if (around.has(name)) return true;
  if (attributes.size === 0 || name === 'body' || name === 'html' || name === 'main') return false;
  if (roles.has(attributes.get('role') ?? '')) return true;
  return consent.test(`${attributes.get('id') ?? ''} ${attributes.get('class') ?? ''}`.slice(0, 500));
}

/** True if an element is hidden permanently. Answers that unfold are found on the page, so they count as shown. */
export function isHidden(attributes: ReadonlyMap<string, string>): boolean {
  return attributes.size > 0 && attributes.has('hidden') && attributes.get('hidden') !== 'until-found';
}

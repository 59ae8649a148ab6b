type Attributes = ReadonlyMap<string, string>;

/** The content of an element: a quote, an introduction and a quote, repeated text without marks, or a signature. */
export type Container = 'quote' | 'introduced' | 'cited' | 'signature';

/** Classes of what programs put around the mail that is answered, and around signatures. */
const classes: ReadonlyMap<string, Container> = new Map([
  // Answers can be between the quotes inside.
  ...(['gmail_quote', 'gmail_quote_container', 'protonmail_quote'] as const).map(
    (name) => [name, 'introduced'] as const,
  ),
  ...(['gmail_attr', 'moz-cite-prefix', 'yahoo_quoted', 'zmail_extra', 'tutanota_quote'] as const).map(
    (name) => [name, 'cited'] as const,
  ),
  ...(['gmail_extra_quote', 'front-blockquote', 'OutlookMessageHeader'] as const).map(
    (name) => [name, 'cited'] as const,
  ),
  ...(['gmail_signature', 'gmail_signature_prefix', 'yahoo-signature', 'moz-signature'] as const).map(
    (name) => [name, 'signature'] as const,
  ),
  ...(['protonmail_signature_block', 'zmail_signature'] as const).map((name) => [name, 'signature'] as const),
]);

/** IDs of the same. */
const ids: ReadonlyMap<string, Container> = new Map([
  ['ms-outlook-mobile-signature', 'signature'],
  ['isReplyContent', 'cited'],
  ['ymail_android_signature', 'signature'],
]);

/** Elements with which the header of the answered mail begins; everything after them is repeated. */
const endIds =
  /^(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|stopSpelling|ms-outlook-mobile-body-separator-line|OLK_SRC_BODY_SECTION)$/;
const endClasses = /(?:^|\s)(?:OutlookMessageHeader)(?:\s|$)/;

/** The line above the header of Outlook for Windows: a border at the top only. */
const outlookBorder =
  /^border:\s{0,3}none;\s{0,3}border-top:\s{0,3}solid #[0-9a-f]{6} 1(?:\.0)?pt;\s{0,3}padding:\s{0,3}3(?:\.0)?pt 0/i;

const hiding =
  /(?:^|;|\s)(?:display\s{0,5}:\s{0,5}none|visibility\s{0,5}:\s{0,5}hidden|max-height\s{0,5}:\s{0,5}0(?:px)?\s{0,5}(?:;|!|$)|opacity\s{0,5}:\s{0,5}0\s{0,5}(?:;|!|$))/i;

/** Outlook puts `x_` in front of the names of a mail that it repeats. */
const named = (name: string): string => name.replace(/^(?:x_){1,10}/, '');

/** True if an element is hidden, such as a preview text. */
export const isHidden = (attributes: Attributes): boolean =>
  attributes.has('hidden') || hiding.test(attributes.get('style') ?? '');

/** True if everything after the element's start is repeated. */
export function endsOwnText(attributes: Attributes): boolean {
  const id = attributes.get('id');
  const style = attributes.get('style');
  return (
    (id !== undefined && endIds.test(named(id))) ||
    endClasses.test(attributes.get('class') ?? '') ||
    (style !== undefined && outlookBorder.test(style.trim()))
  );
}

/** Returns the kind of an element's content, undefined for the sender's own text. */
export function containerOf(name: string, attributes: Attributes): Container | undefined {
  if (name === 'blockquote') return isIndent(attributes) ? undefined : 'quote';
  const [found] = (attributes.get('class') ?? '').split(/\s/).flatMap((one) => classes.get(named(one)) ?? []);
  if (found !== undefined) return found;
  if (name === 'div' && attributes.get('name') === 'quote') return 'cited';
  const id = attributes.get('id');
  return id === undefined ? undefined : ids.get(named(id));
}

/** True if a `blockquote` only moves text to the right, as editors do. */
function isIndent(attributes: Attributes): boolean {
  const style = attributes.get('style') ?? '';
  const isMarked = attributes.has('type') || attributes.has('class') || attributes.has('id');
  const isBordered = /border(?:-left)?\s{0,5}:(?!\s{0,5}(?:none|0))|border-left-/i.test(style);
  return style !== '' && !isMarked && !isBordered;
}

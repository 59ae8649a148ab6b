const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,8}));/gi;

/** The names of U+00A0 to U+00FF in their order (HTML 4, section 24.2). */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml';

const names: ReadonlyMap<string, string> = new Map([
  ...latin.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
  ...([
    ['amp', '&'],
    ['lt', '<'],
    ['gt', '>'],
    ['quot', '"'],
    ['apos', "'"],
    ['euro', '€'],
    ['ndash', '–'],
  ] as const),
  ...([
    ['mdash', '—'],
    ['lsquo', '‘'],
    ['rsquo', '’'],
    ['ldquo', '“'],
    ['rdquo', '”'],
    ['bdquo', '„'],
  ] as const),
  ...([
    ['hellip', '…'],
    ['bull', '•'],
    ['trade', '™'],
    ['zwnj', ''],
    ['zwj', ''],
    ['sbquo', '‚'],
  ] as const),
]);

/** The text with those character references resolved that programs write into mail; others stay as they are. */
export const withoutEntities = (text: string): string => (text.includes('&') ? text.replace(entity, resolved) : text);

function resolved(source: string, ...[hexadecimal, decimal, name]: readonly (string | undefined)[]): string {
  if (name !== undefined) return names.get(name) ?? source;
  return character(hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16));
}

const character = (code: number): string =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';

/** An identifier in groups with spaces between them: the part of a text, and its canonical form. */
export interface Grouped {
  readonly length: number;
  readonly key: string;
  readonly kind: 'phone' | 'iban' | 'number';
}

/** The lengths of IBANs by country (ISO 13616). */
const ibanLengths = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18
  FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21
  LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27
  ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20`
    .split(/\s+/)
    .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
);

const iban = /[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]){11,30}/iy;
/** With a country code, or the 00 before one; `(0)` after it isn't dialled. */
const international = /(?:\+ ?|00(?=[1-9]))\d{1,15}(?:(?: ?\(| ?[./-] ?|\)[ /-]?| )\d{1,12}){0,8}(?![\p{L}\p{N}])/uy;
/** With the 0 before an area code. */
const national = /\(?0\d{1,14}(?:(?: ?[/-] ?|\) ?[/-]?| )\d{1,10}){0,6}(?![\p{L}\p{N}])/uy;
const inPairs = /0\d(?:[. -]\d\d){4}(?![\p{L}\p{N}])/uy;
const northAmerican = /(?:1[-. ])?\(?\d{3}(?:\) ?|[-. ])\d{3}[-. ]\d{4}(?![\p{L}\p{N}]|[-.]\p{N})/uy;
const isDate = /^\(?\d{2}[./-]\d{2}[./-]\d{4}$/;
/** A number in groups of three digits with spaces between them. */
const thousands = /[1-9]\d{0,2}(?: \d{3}){1,5}(?:[.,]\d+)?(?!\p{N}|[ .,'-]\p{N})/uy;

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

const digitsOf = (text: string): string => text.replace(/\D/g, '');

const counts = (digits: string, least: number, most: number) => digits.length >= least && digits.length <= most;

function ibanAt(text: string, at: number): Grouped | undefined {
  const country = ibanLengths.get(text.slice(at, at + 2).toUpperCase());
  const found = country === undefined ? undefined : matchAt(iban, text, at);
  if (country === undefined || found === undefined) return undefined;
  let [length, count] = [0, 0];
  while (count < country && length < found.length) {
    if (/[A-Z\d]/i.test(found[length] ?? '')) count += 1;
    length += 1;
  }
  const isWhole = count === country && !/^[\p{L}\p{N}]/u.test(text.slice(at + length, at + length + 2));
  const key = found.slice(0, length).replace(/[ -]/g, '');
  // Words after four characters aren't groups of an account.
  const areGroups = /^\S+$/.test(found.slice(0, length)) || (key.match(/\d/g) ?? []).length >= country / 2;
  return isWhole && areGroups ? { length, key: key.toLowerCase(), kind: 'iban' } : undefined;
}

function phoneAt(text: string, at: number): Grouped | undefined {
  const abroad = matchAt(international, text, at);
  if (abroad !== undefined) {
    const digits = digitsOf(abroad.replace(/\(0\)/, ' ')).replace(abroad.startsWith('+') ? /^/ : /^00/, '');
    if (counts(digits, abroad.startsWith('+') ? 7 : 9, 15))
      return { length: abroad.length, key: `+${digits}`, kind: 'phone' };
  }
  const here = matchAt(inPairs, text, at) ?? matchAt(national, text, at) ?? matchAt(northAmerican, text, at);
  if (here === undefined || isDate.test(here)) return undefined;
  const digits = digitsOf(here);
  return counts(digits, 7, 13) ? { length: here.length, key: digits, kind: 'phone' } : undefined;
}

/** Finds a phone number, an IBAN or a number with spaces between its thousands that starts at a place of a text. */
export function groupedAt(text: string, at: number): Grouped | undefined {
  const first = text[at] ?? '';
  if (/[a-z]/i.test(first)) return ibanAt(text, at);
  if (!/[\d+(]/.test(first)) return undefined;
  const phone = phoneAt(text, at);
  if (phone !== undefined) return phone;
  const number = matchAt(thousands, text, at);
  return number === undefined ? undefined : { length: number.length, key: number, kind: 'number' };
}

/** Names with signs: C#, C++, A+, .NET, AT&T, R&D. */
const signed = /^(?:\p{L}{1,3}#|\p{L}{1,12}\+{1,2}|\.\p{L}[\p{L}\d_-]+(?:\.[\p{L}\d_-]+)*|\p{L}{1,6}&\p{L}{1,6})$/u;

/** Options of commands: --no-cache, -v. */
const option = /^(?:--\p{L}[\p{L}\p{N}_.-]*|-\p{L})$/u;

/** Names of files, hosts and members: app.config.js, ASP.NET. A word with a capital after the dot begins a sentence. */
const dotted = /^[\p{L}_$][\p{L}\p{N}_$-]*(?:\.(?:[\p{Ll}\p{N}_$][\p{L}\p{N}_$-]*|\p{Lu}{2,5}))+$/u;
const abbreviation = /^\p{L}(?:\.\p{L})+$/u;

/** Names in capitals with letters after a hyphen (USB-C), in any case if the letter isn't a clitic as in "vas-y". */
const lettered = /^(?:\p{Lu}{2,}-\p{Lu}{1,3}|[A-Za-z]{2,6}-[b-df-hj-np-sv-xzB-DF-HJ-NP-SV-XZ]|usb-[ab])$/u;
const letteredAnyCase = /^usb-[ab]$/i;

const path = /^(?:~|\.{1,2})?(?:\/[\p{L}\p{N}_.@+-]+){2,}$/u;

/** Parts that follow a code in a compound: "X-250-Pumpe", "USB-C-Kabel". */
const compound = /^(.*(?:\p{N}|-\p{Lu}))((?:-\p{L}[\p{Ll}\p{M}]{2,})+)$/u;

const hyphenAtDigits = /(?<=\p{L})-(?=\p{N})|(?<=\p{N})-(?=\p{L})/gu;

/** Returns the code at the beginning of a word without those that follow it in a compound. */
export function withoutCompound(text: string): string {
  if (/\d\.\d/.test(text)) return text;
  const [, code = text] = compound.exec(text) ?? [];
  return code;
}

/** True if a word without digits is a code by its form. */
export function isNamedCode(text: string): boolean {
  if (signed.test(text) || option.test(text) || lettered.test(text) || letteredAnyCase.test(text)) return true;
  if (path.test(text) || /[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(text)) return true;
  return dotted.test(text) && !abbreviation.test(text) && text.length >= 4;
}

/**
 * Returns the canonical form of a code: in lower case, and without a hyphen between a letter and a digit if it has only
 * these, because people write E10 for E-10.
 */
export function codeKey(text: string): string {
  const key = text.normalize('NFKC').toLowerCase();
  return /^[\p{L}\p{M}\p{N}-]+$/u.test(key) ? key.replace(hyphenAtDigits, '') : key;
}

/** A version or a network address: three numbers and more, or two after a "v". */
const version = /^(?:v?\d+(?:\.\d+){2,}|v\d+\.\d+)(?:[-+.]?[a-z][a-z\d.+-]*|[-+][a-z\d.+-]+)?$/i;

/** Returns the canonical form of a version, undefined if a text isn't a version. */
export const versionKey = (text: string): string | undefined =>
  version.test(text) ? text.toLowerCase().replace(/^v/, '') : undefined;

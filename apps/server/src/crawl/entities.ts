const named: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** Replaces the five entities of XML and references by number; others stay as they are. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|apos|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});/g, (entity) => {
    const character = named[entity];
    if (character !== undefined) return character;
    const digits = entity.slice(2, -1);
    const code = /^[xX]/.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code).toWellFormed() : entity;
  });

import { after, before, type TermPostings, usual, zero } from './codec.ts';

/** Max UTF-16 units of a posting: two numbers of 11 each. */
const postingUnits = 22;

const firstRoom = 16 * 1024;

/**
 * Writes rows of the index unit by unit, as `rowPart` and `encodePosting` would make them. A segment has a million
 * postings, and each addition to a text would be an object of its own.
 */
export function createRowWriter() {
  let units = new Uint16Array(firstRoom);
  let length = 0;
  /** All units by "or": whether the text has only characters of one byte. */
  let all = 0;

  const reserve = (more: number): void => {
    if (length + more <= units.length) return;
    const larger = new Uint16Array(Math.max(length + more, units.length * 2));
    larger.set(units);
    units = larger;
  };

  const text = (written: string): void => {
    for (let at = 0; at < written.length; at += 1) {
      const unit = written.charCodeAt(at);
      all |= unit;
      units[length++] = unit;
    }
  };

  const number = (value: number): void => {
    let rest = value;
    for (; rest >= 32; rest = Math.floor(rest / 32)) units[length++] = zero + 32 + (rest % 32);
    units[length++] = zero + rest;
  };

  return {
    /** Begins the postings of a term, which has a number of them and a last place. */
    term: (term: string, { count, last }: Pick<TermPostings, 'count' | 'last'>): void => {
      reserve(term.length + before.length + after.length + postingUnits);
      text(before);
      text(term);
      text(after);
      number(count);
      number(last);
    },
    /** Adds a posting. */
    posting: (gap: number, count: number): void => {
      reserve(postingUnits);
      const isUsual = count === usual;
      number(gap * 2 + (isUsual ? 0 : 1));
      if (!isUsual) number(count);
    },
    /** The row, and begins the next one. */
    take: (): string => {
      const row = units.subarray(0, length);
      const made =
        all < 0x80 ? Buffer.from(row).toString('latin1') : Buffer.from(row.buffer, 0, length * 2).toString('utf16le');
      [length, all] = [0, 0];
      return made;
    },
  };
}

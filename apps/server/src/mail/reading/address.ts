/** An address of mail in ASCII: dot-atom, domain of at least two labels (RFC 5321, section 4.1.2, without quotes). */
const form =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}){0,15}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,10}$/;

/** Reads an address: returns it in lower case, or undefined if mail can't be sent to it. */
export function readAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  return address.length <= 254 && form.test(address) ? address : undefined;
}

/** The domain of an address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** An address without the tag that many servers ignore: `a+b@c` → `a@c`. */
const untagged = (address: string): string => {
  const [local = ''] = address.split('@');
  return `${local.split('+')[0]}@${domainOf(address)}`;
};

/** True if two addresses belong to the same mailbox: case and tags are ignored. */
export const isSameMailbox = (one: string, other: string): boolean =>
  untagged(one.trim().toLowerCase()) === untagged(other.trim().toLowerCase());

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A text as one line without control characters, cut at a number of characters. It can end no header. */
export const oneLine = (text: string, most: number): string =>
  [
    ...text
      .slice(0, most * 2)
      .replace(controls, ' ')
      .trim(),
  ]
    .slice(0, most)
    .join('')
    .toWellFormed();

/** Length of a header, and of the blocks that an archive consists of (POSIX.1-1988, `ustar`). */
const BLOCK = 512;

/** Fields of a header: offset and length. */
const fields = /** @type {const} */ ({ name: [0, 100], size: [124, 12], checksum: [148, 8], prefix: [345, 155] });

/**
 * Returns an archive whose files have other texts, and is else the same to the byte. To change the texts of npm's
 * archive costs less than to have npm pack them again.
 * @param {Buffer} tar
 * @param {(name: string, text: string) => string} change gets the path of each file and its text
 */
export function mapTar(tar, change) {
  /** @type {Buffer[]} */
  const parts = [];
  let at = 0;
  while (at < tar.length && tar[at] !== 0) {
    const header = Buffer.from(tar.subarray(at, at + BLOCK));
    const size = Number.parseInt(read(header, 'size'), 8);
    const body = tar.subarray(at + BLOCK, at + BLOCK + size);
    const name = [read(header, 'prefix'), read(header, 'name')].filter(Boolean).join('/');
    const before = body.toString();
    const text = change(name, before);
    const changed = text === before ? body : Buffer.from(text);
    parts.push(sized(header, changed.length), changed, Buffer.alloc(-changed.length & (BLOCK - 1)));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return Buffer.concat([...parts, tar.subarray(at)]);
}

/**
 * @param {Buffer} header
 * @param {keyof typeof fields} field
 */
function read(header, field) {
  const [from, length] = fields[field];
  const [text = ''] = header.toString('latin1', from, from + length).split('\0');
  return text.trim();
}

/**
 * Writes a size into a header, in the form that npm uses, and the checksum that follows from it.
 * @param {Buffer} header
 * @param {number} size
 */
function sized(header, size) {
  const write = (/** @type {number} */ value, /** @type {keyof typeof fields} */ field, /** @type {number} */ digits) =>
    header.write(`${value.toString(8).padStart(digits, '0')} \0`, fields[field][0], 'latin1');
  write(size, 'size', 10);
  header.fill(' ', fields.checksum[0], fields.checksum[0] + 8);
  write(
    header.reduce((sum, byte) => sum + byte, 0),
    'checksum',
    6,
  );
  return header;
}

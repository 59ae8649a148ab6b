/** A pkt-line (gitprotocol-common): its payload, or one of the special packets. */
export type Packet = Buffer | 'flush' | 'delimiter' | 'end';

/** Special packets by their length. */
const special: readonly Exclude<Packet, Buffer>[] = ['flush', 'delimiter', 'end'];

/** Bytes of a length. */
const head = 4;

/** Encodes lines as a request: `null` is a delimiter; a flush ends it. */
export const encodeRequest = (lines: readonly (string | null)[]): string =>
  `${lines.map((line) => (line === null ? '0001' : packet(`${line}\n`))).join('')}0000`;

const packet = (text: string): string => (Buffer.byteLength(text) + head).toString(16).padStart(head, '0') + text;

/** Reads the packets of a response. Throws a `RangeError` if it isn't one. */
export function* packetsOf(bytes: Buffer): Generator<Packet> {
  for (let at = 0; at < bytes.length; ) {
    const text = bytes.subarray(at, at + head).toString('latin1');
    const length = /^[0-9a-f]{4}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN;
    if (length < head) {
      const found = special[length];
      if (found === undefined) throw new RangeError('Unknown special packet.');
      yield found;
      at += head;
    } else {
      if (!(at + length <= bytes.length)) throw new RangeError('The length of a packet is wrong.');
      yield bytes.subarray(at + head, at + length);
      at += length;
    }
  }
}

/** The text of a packet without its line end. */
export const lineOf = (payload: Buffer): string => payload.toString('utf8').replace(/\n$/, '');

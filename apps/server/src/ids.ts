import { randomFillSync } from 'node:crypto';

/** The prefix of each kind of ID. */
const prefixes = {
  account: 'acct',
  user: 'user',
  session: 'sess',
  passkey: 'passkey',
  workspace: 'ws',
  invitation: 'inv',
  apiKey: 'key',
  agent: 'agent',
  channel: 'channel',
  channelEvent: 'chevt',
  source: 'src',
  document: 'doc',
  pair: 'pair',
  sync: 'sync',
  question: 'qst',
  visitor: 'visitor',
  conversation: 'conv',
  message: 'msg',
  entry: 'ent',
  event: 'evt',
  webhook: 'webhook',
  webhookDelivery: 'whdel',
  tool: 'tool',
  toolCall: 'call',
  toolConnection: 'tcon',
  savedReply: 'srep',
  view: 'view',
  suggestion: 'sugg',
  team: 'team',
  roomAccount: 'racc',
  roomCode: 'rcode',
  job: 'job',
  blob: 'blob',
} as const;

/** The kinds of objects that have an ID. */
type Kind = keyof typeof prefixes;

/**
 * The largest value of the 12 bits after the version, which count the UUIDs of a millisecond (RFC 9562, section 6.2).
 */
const maxCount = 0xfff;

/**
 * Creates a source of TypeIDs (https://github.com/jetify-com/typeid, version 0.3) such as `agent_01h…`: a prefix and a
 * UUIDv7 (RFC 9562) in base 32. Its IDs sort in the order of their creation, also within a millisecond and past a clock
 * set back. A request takes up to three IDs, and each takes a fifth of the time that `typeid-js` takes. `now` is in
 * milliseconds since 1970.
 */
export function createIdSource(now: () => number): (kind: Kind) => string {
  // Random bytes for many IDs: one call for each would cost more than the rest of it.
  const pool = new Uint8Array(4096);
  let unused = 0;
  let time = 0;
  let count = 0;

  /** Advances the time and the count, which starts in its lower half so that it has room to grow. */
  const advance = (start: number) => {
    const current = now();
    if (current > time) {
      time = current;
      count = start & (maxCount >> 1);
    } else if (count < maxCount) {
      count += 1;
    } else {
      time += 1;
      count = 0;
    }
  };

  return (kind) => {
    if (unused === 0) {
      randomFillSync(pool);
      unused = pool.length;
    }
    unused -= 16;
    const uuid = pool.subarray(unused, unused + 16);
    advance(((uuid[6] ?? 0) << 8) | (uuid[7] ?? 0));
    const upper = Math.floor(time / 2 ** 24);
    const lower = time % 2 ** 24;
    uuid[0] = upper >> 16;
    uuid[1] = upper >> 8;
    uuid[2] = upper;
    uuid[3] = lower >> 16;
    uuid[4] = lower >> 8;
    uuid[5] = lower;
    uuid[6] = 0x70 | (count >> 8);
    uuid[7] = count;
    uuid[8] = 0x80 | ((uuid[8] ?? 0) & 0x3f);
    return `${prefixes[kind]}_${encode(uuid)}`;
  };
}

/** Creates an ID of an object of this kind. */
export const newId: (kind: Kind) => string = createIdSource(Date.now);

/** Crockford's base 32 in lower case. */
export const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** Encodes 128 bits as 26 digits of 5 bits, with two zero bits in front. */
export function encode(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  // The two zero bits complete the first digit.
  let length = 2;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    length += 8;
    while (length >= 5) {
      length -= 5;
      text += digits.charAt((bits >> length) & 31);
    }
    bits &= 31;
  }
  return text;
}

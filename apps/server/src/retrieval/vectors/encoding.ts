/** The largest value of a byte with a sign. */
const most = 127;

/** Bytes before the values of an encoded vector: its scale as a 32-bit float, little-endian. */
const head = 4;

/**
 * Encodes a vector as base64: a scale, then a byte for each dimension. A value is its byte times the scale. Bytes take
 * a quarter of the room of 32-bit floats, and change a similarity by less than a hundredth.
 */
export function encodeVector(vector: Float32Array): string {
  const bytes = Buffer.alloc(head + vector.length);
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const scale = Math.fround(largest / most);
  bytes.writeFloatLE(scale, 0);
  if (scale > 0) {
    for (const [at, value] of vector.entries()) {
      bytes.writeInt8(Math.max(-most, Math.min(most, Math.round(value / scale))), head + at);
    }
  }
  return bytes.toString('base64');
}

/** A decoded vector: its bytes, and their scale. */
export interface Decoded {
  readonly scale: number;
  readonly values: Int8Array;
}

/** Decodes a vector; undefined if it doesn't have this many dimensions. */
export function decodeVector(text: string, dimensions: number): Decoded | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== head + dimensions) return undefined;
  return { scale: bytes.readFloatLE(0), values: new Int8Array(bytes.buffer, bytes.byteOffset + head, dimensions) };
}

/** A query for the scan: numbers of 16 bits, and their scale. */
export interface EncodedQuery {
  readonly scale: number;
  readonly values: Int16Array;
}

/** Encodes a query as finely as sums of its products with bytes fit 32 bits. */
export function encodeQuery(vector: Float32Array): EncodedQuery {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const finest = Math.min(2 ** 15, Math.floor(2 ** 31 / (most * vector.length))) - 1;
  const scale = largest / finest;
  return { scale, values: Int16Array.from(vector, (value) => (scale === 0 ? 0 : Math.round(value / scale))) };
}

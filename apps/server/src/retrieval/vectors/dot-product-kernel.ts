/**
 * The inner loop of the scan, as a WebAssembly module that is assembled here: dot products of one query with many
 * vectors of bytes, 16 dimensions at a time (fixed-width SIMD, WebAssembly 2.0). All numbers are integers, so every
 * machine computes the same. JavaScript takes ten times as long.
 */

/** The dot products of `count` vectors with the query; all four are addresses in the memory, but for count and width. */
// biome-ignore lint/complexity/useMaxParams: a function of WebAssembly takes numbers only.
export type Scan = (query: number, vectors: number, count: number, width: number, products: number) => void;

/** Vectors are padded with zeros to a multiple of this many dimensions. */
export const lane = 16;

/** Bytes of a page of a memory. */
export const pageBytes = 65_536;

/** Types of values. */
const i32 = 0x7f;
const v128 = 0x7b;

/** Instructions, by their names in the specification (section 5.4). */
const op = {
  block: [0x02, 0x40],
  loop: [0x03, 0x40],
  end: [0x0b],
  brIf: (depth: number) => [0x0d, depth],
  get: (local: number) => [0x20, local],
  set: (local: number) => [0x21, local],
  tee: (local: number) => [0x22, local],
  /** Constants up to 63, which one byte of LEB128 holds. */
  const: (value: number) => [0x41, value],
  eqz: [0x45],
  ltU: [0x49],
  add: [0x6a],
  sub: [0x6b],
  store: [0x36, 2, 0],
  load: (offset: number) => [0xfd, 0x00, 0, offset],
  /** Loads eight bytes as eight signed numbers of 16 bits. */
  load8x8: (offset: number) => [0xfd, 0x01, 0, offset],
  zero: [0xfd, 0x0c, ...new Array<number>(16).fill(0)],
  lane: (at: number) => [0xfd, 0x1b, at],
  addLanes: [0xfd, 0xae, 0x01],
  /** Multiplies numbers of 16 bits and adds the products in pairs. */
  dot: [0xfd, 0xba, 0x01],
} as const;

const local = { query: 0, vector: 1, count: 2, width: 3, product: 4, end: 5, part: 6, sum: 7 } as const;

/** Adds a number to a local. */
const advance = (of: number, by: number) => [...op.get(of), ...op.const(by), ...op.add, ...op.set(of)];

/** Adds the products of eight dimensions to the sum on the stack. */
const eight = (offset: number) => [
  ...op.get(local.vector),
  ...op.load8x8(offset),
  ...op.get(local.part),
  ...op.load(2 * offset),
  ...op.dot,
  ...op.addLanes,
];

const body = [
  ...op.block,
  ...[...op.get(local.count), ...op.eqz, ...op.brIf(0)],
  ...op.loop,
  ...[...op.zero, ...op.set(local.sum)],
  ...[...op.get(local.query), ...op.set(local.part)],
  ...[...op.get(local.vector), ...op.get(local.width), ...op.add, ...op.set(local.end)],
  ...op.loop,
  ...[...op.get(local.sum), ...eight(0), ...eight(8), ...op.set(local.sum)],
  ...advance(local.part, 2 * lane),
  ...advance(local.vector, lane),
  ...[...op.get(local.vector), ...op.get(local.end), ...op.ltU, ...op.brIf(0)],
  ...op.end,
  ...op.get(local.product),
  ...[...op.get(local.sum), ...op.lane(0), ...op.get(local.sum), ...op.lane(1), ...op.add],
  ...[...op.get(local.sum), ...op.lane(2), ...op.add, ...op.get(local.sum), ...op.lane(3), ...op.add],
  ...op.store,
  ...advance(local.product, 4),
  ...[...op.get(local.count), ...op.const(1), ...op.sub, ...op.tee(local.count), ...op.brIf(0)],
  ...op.end,
  ...op.end,
  ...op.end,
];

/** An unsigned number in LEB128. */
function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}

const counted = (bytes: readonly number[]) => [...leb(bytes.length), ...bytes];
const section = (id: number, bytes: readonly number[]) => [id, ...counted(bytes)];
const text = (characters: string) => counted([...Buffer.from(characters)]);

const locals = [2, 2, i32, 1, v128];
const program = [
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 5, i32, i32, i32, i32, i32, 0]),
  ...section(2, [1, ...text('scan'), ...text('memory'), 0x02, 0x00, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...text('scan'), 0x00, 0]),
  ...section(10, [1, ...counted([...locals, ...body])]),
];

/** A memory of WebAssembly; growing it replaces its buffer. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Parts of the runtime's WebAssembly that are used; the types of Node.js 20 leave them out. */
interface Runtime {
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => Memory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly scan: { readonly memory: Memory } },
  ) => { readonly exports: { readonly scan: Scan } };
}

const runtime = (globalThis as unknown as { readonly WebAssembly: Runtime }).WebAssembly;

/** Creates a memory of one page that can grow, and the scan that works in it. */
export function createKernel(maxPages: number): { readonly memory: Memory; readonly scan: Scan } {
  const memory = new runtime.Memory({ initial: 1, maximum: maxPages });
  const { exports } = new runtime.Instance(new runtime.Module(Uint8Array.from(program)), { scan: { memory } });
  return { memory, scan: exports.scan };
}

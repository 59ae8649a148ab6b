import { createKernel, lane, pageBytes } from './dot-product-kernel.ts';
import { decodeVector, encodeQuery } from './encoding.ts';
import type { Near, Scanning, Vectors } from './protocol.ts';
import { createTopK } from './top-k.ts';

/** Vectors of one source in one page of the memory. */
interface Block {
  readonly page: number;
  readonly numbers: number[];
  readonly scales: number[];
}

interface Matrix {
  readonly dimensions: number;
  /** Bytes of a vector in the memory. */
  readonly width: number;
  readonly blocks: Block[];
}

/** The pages of the memory that hold the query and the products of a block. */
const queryPage = 0;
const productPage = 1;
const reserved = 2;

/** The pages of so many bytes of vectors. */
export const pagesOf = (bytes: number): number => Math.floor(bytes / pageBytes);

/** Number of vectors that fit into a page. */
export const perPage = (dimensions: number): number => Math.floor(pageBytes / widthOf(dimensions));

const widthOf = (dimensions: number) => Math.ceil(dimensions / lane) * lane;

/**
 * Creates the vectors that are scanned, by source. They are in one memory of at most so many bytes. A page belongs to
 * one source, so a source that is dropped leaves room for any other.
 */
export function createMatrices(maxBytes: number) {
  const maxPages = pagesOf(maxBytes) + reserved;
  const { memory, scan } = createKernel(maxPages);
  memory.grow(reserved - 1);
  const matrices = new Map<string, Matrix>();
  const free: number[] = [];
  let pages = reserved;

  const newPage = (): number | undefined => {
    const page = free.pop();
    if (page !== undefined || pages === maxPages) return page;
    memory.grow(1);
    pages += 1;
    return pages - 1;
  };

  const drop = (source: string): void => {
    for (const { page } of matrices.get(source)?.blocks ?? []) free.push(page);
    matrices.delete(source);
  };

  /** The block with room for a vector; undefined if the memory is full. */
  const blockWithRoom = ({ blocks, width }: Matrix): Block | undefined => {
    const last = blocks.at(-1);
    if (last !== undefined && last.numbers.length < Math.floor(pageBytes / width)) return last;
    const page = newPage();
    if (page === undefined) return undefined;
    const block = { page, numbers: [], scales: [] };
    blocks.push(block);
    return block;
  };

  const addOne = (matrix: Matrix, number: number, text: string): boolean => {
    const decoded = decodeVector(text, matrix.dimensions);
    // A chunk that could not be embedded is found by its words only.
    if (decoded === undefined) return true;
    const block = blockWithRoom(matrix);
    if (block === undefined) return false;
    const bytes = new Int8Array(
      memory.buffer,
      block.page * pageBytes + block.numbers.length * matrix.width,
      matrix.width,
    );
    bytes.fill(0).set(decoded.values);
    block.numbers.push(number);
    block.scales.push(decoded.scale);
    return true;
  };

  return {
    /** Adds vectors to those of a source; false if there is no room, and then the source is dropped. */
    add: (source: string, dimensions: number, { numbers, vectors }: Vectors): boolean => {
      if (matrices.get(source)?.dimensions !== dimensions) drop(source);
      const matrix = matrices.get(source) ?? { dimensions, width: widthOf(dimensions), blocks: [] };
      matrices.set(source, matrix);
      for (const [at, number] of numbers.entries()) {
        if (addOne(matrix, number, vectors[at] ?? '')) continue;
        drop(source);
        return false;
      }
      return true;
    },
    drop,
    /** Returns the nearest chunks of the sources, best first. A source with other dimensions has none. */
    scan: ({ sources, query, limit }: Scanning): readonly Near[] => {
      const { scale, values } = encodeQuery(query);
      const best = createTopK(limit, sources);
      new Int16Array(memory.buffer, queryPage * pageBytes, pageBytes / 2).fill(0).set(values);
      for (const source of new Set(sources)) {
        const matrix = matrices.get(source);
        if (matrix?.dimensions !== query.length) continue;
        for (const { page, numbers, scales } of matrix.blocks) {
          scan(queryPage * pageBytes, page * pageBytes, numbers.length, matrix.width, productPage * pageBytes);
          const products = new Int32Array(memory.buffer, productPage * pageBytes, numbers.length);
          for (let at = 0; at < products.length; at += 1) {
            best.offer(source, numbers[at] ?? 0, (products[at] ?? 0) * (scales[at] ?? 0) * scale);
          }
        }
      }
      return best.all();
    },
    /** The bytes of its memory. */
    bytes: (): number => pages * pageBytes,
  };
}

import { present, type RawSearch, readId } from '../../../search-params.ts';

/** A place in a source: a document, a chunk of it, and the characters of the document to highlight. */
export interface PlaceSearch {
  document?: string;
  chunk?: number;
  from?: number;
  to?: number;
}

const whole = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** Reads a place in a source from the address, and drops what makes no sense. */
export function readPlaceSearch(search: RawSearch): PlaceSearch {
  const document = readId('doc', search['document']);
  const [chunk, from, to] = [whole(search['chunk']), whole(search['from']), whole(search['to'])];
  return {
    ...present({ document, chunk }),
    ...(from !== undefined && to !== undefined && from < to && { from, to }),
  };
}

/** Place of a citation, or of a passage that a search found. */
export interface Placed {
  readonly document?: string | undefined;
  readonly chunk?: number | undefined;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** The search parameters that open a source at a place. */
export const placeSearch = ({ document, chunk, start, end }: Placed): PlaceSearch => ({
  ...(document !== undefined && { document }),
  ...(chunk !== undefined && { chunk }),
  ...(start !== undefined && end !== undefined && { from: start, to: end }),
});

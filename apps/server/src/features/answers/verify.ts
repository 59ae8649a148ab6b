import { type Actor, reachFor } from '../../access/actor.ts';
import { type ErrorDetail, invalid } from '../../errors.ts';
import { hashOfQuote } from '../../models/builtin/cite.ts';
import type { Found, Retrieval } from '../../retrieval/retrieval.ts';
import type { Database } from '../../storage/database.ts';
import { placeOfQuote, type QuotePlace } from './quotes.ts';
import type { CheckedCitation, CitationCheck, CitationClaim, CitationPlace } from './schema.ts';
import * as store from './verify-store.ts';

/** Chunks among which a quote is looked for that is not at its place. */
const topK = 10;

/** Max characters of a quote that are searched: they find the chunk, and then all of the quote is compared. */
const searched = 500;

/** Distance around a chunk, in UTF-16 units, in which a quote is searched that begins or ends in another chunk. */
const around = 2_000;

/** Dependencies of checking citations. */
export interface VerifyNeeds {
  readonly db: Database;
  readonly retrieval: Pick<Retrieval, 'searchSource'>;
}

export type Verify = ReturnType<typeof createVerify>;

/**
 * Creates the function that tells what became of citations: whether the document still has the quote at its place, the
 * source has it elsewhere, or no more. Throws `validation_failed` if a hash isn't that of its quote.
 */
export function createVerify({ db, retrieval }: VerifyNeeds) {
  const placeOf = (
    { version }: store.ServingSource,
    { id: document, title, url }: store.LiveDocument,
    { start, end, chunk }: QuotePlace,
  ): CitationPlace => ({
    ...{ document, title, url, version, chunk: chunk.number, page: chunk.page, headings: chunk.headings, start, end },
  });

  /** The quote at its place in the document, or in the one that has taken its place. */
  const atItsPlace = async (source: store.ServingSource, claim: CitationClaim): Promise<CitationPlace | undefined> => {
    const { workspace, version } = source;
    const { document, start, end, quote, url } = claim;
    if (document === undefined || start === undefined || end === undefined) return undefined;
    if (end - start !== quote.length) return undefined;
    const wanted = { workspace, source: source.id, version, document, key: url ?? '' };
    const live = await store.findDocument(db, wanted);
    if (live === undefined) return undefined;
    const chunks = await store.chunksAt(db, { workspace, document: live.id, start, end });
    const place = placeOfQuote(chunks, quote, start);
    return place && placeOf(source, live, place);
  };

  /** The quote around a chunk that a search found. */
  const near = async (source: store.ServingSource, { document, title, url, ...chunk }: Found, quote: string) => {
    const own = { number: chunk.chunk, text: chunk.text, page: chunk.page, headings: chunk.headings };
    const inside = placeOfQuote([{ ...own, start: chunk.start, end: chunk.end }], quote);
    if (inside !== undefined) return placeOf(source, { id: document, title, url }, inside);
    const { workspace } = source;
    const span = { start: Math.max(0, chunk.start - around), end: chunk.end + around };
    const place = placeOfQuote(await store.chunksAt(db, { workspace, document, ...span }), quote);
    return place && placeOf(source, { id: document, title, url }, place);
  };

  const elsewhere = async (source: store.ServingSource, quote: string): Promise<CitationPlace | undefined> => {
    const { id, workspace, version } = source;
    const text = quote.slice(0, searched).toWellFormed();
    for (const found of await retrieval.searchSource({ workspace, source: id, version, text, topK })) {
      const place = await near(source, found, quote);
      if (place !== undefined) return place;
    }
    return undefined;
  };

  const check = async (reach: readonly string[], claim: CitationClaim): Promise<CheckedCitation> => {
    const source = await store.findSource(db, reach, claim.source);
    if (source === undefined) return { status: 'gone', reason: 'source_gone', place: null };
    const valid = await atItsPlace(source, claim);
    if (valid !== undefined) return { status: 'valid', reason: null, place: valid };
    const place = await elsewhere(source, claim.quote);
    if (place !== undefined) return { status: 'moved', reason: null, place };
    return { status: 'gone', reason: 'text_gone', place: null };
  };

  return async (actor: Actor, { citations }: CitationCheck): Promise<{ items: CheckedCitation[] }> => {
    const wrong = citations.flatMap(({ quote, quoteHash }, index): ErrorDetail[] =>
      quoteHash === undefined || hashOfQuote(quote) === quoteHash
        ? []
        : [{ path: `citations.${index}.quoteHash`, message: 'is not the SHA-256 of the quote' }],
    );
    if (wrong.length > 0) throw invalid(wrong);
    const reach = reachFor(actor, 'agents:read');
    const checked = new Map<string, CheckedCitation>();
    const items: CheckedCitation[] = [];
    for (const claim of citations) {
      const { source, document, start, end, quote, url } = claim;
      const key = JSON.stringify([source, document, start, end, quote, url]);
      const item = checked.get(key) ?? (await check(reach, claim));
      checked.set(key, item);
      items.push(item);
    }
    return { items };
  };
}

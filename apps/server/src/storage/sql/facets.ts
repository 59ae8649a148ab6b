import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/** The caller's own data of an object. */
type Metadata = Readonly<Record<string, unknown>>;

/** Values that the metadata must have: each key one of its values. */
export type MetadataFilter = Readonly<Record<string, string | readonly string[]>>;

const keyFacet = (key: string) => JSON.stringify([key]);
const valueFacet = (key: string, value: string) => JSON.stringify([key, value]);

/** The texts with which a value is found; none for null and for objects. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((item) => !Array.isArray(item)).flatMap(textsOf);
  return ['string', 'number', 'boolean'].includes(typeof value) ? [String(value)] : [];
}

/**
 * The facets of metadata as JSON: a text for each key and for each value, so that a filter compares texts only, alike on
 * every engine. An array has each of its values.
 */
export const facetsOf = (metadata: Metadata): string =>
  JSON.stringify(
    Object.entries(metadata).flatMap(([key, value]) => [
      keyFacet(key),
      ...new Set(textsOf(value).map((text) => valueFacet(key, text))),
    ]),
  );

/** Returns filters as a parameter: keys and values as JSON, which must all match; undefined without a filter. */
export function wantedFacets(filters: readonly (MetadataFilter | undefined)[]): string | undefined {
  const wanted = filters.flatMap((filter) =>
    Object.entries(filter ?? {}).map(([key, values]) => [
      keyFacet(key),
      [values].flat().map((value) => valueFacet(key, value)),
    ]),
  );
  return wanted.length === 0 ? undefined : JSON.stringify(wanted);
}

/** Columns with facets: an object's own, and those that count for the keys that it doesn't have. */
interface Faceted {
  readonly own: Expression<string | null>;
  readonly inherited?: Expression<string>;
}

/** A condition: the facets match all filters of `wantedFacets`. */
export function matchesFacets(db: Database, wanted: string, { own, inherited }: Faceted): RawBuilder<boolean> {
  // The key of a filter is compared first: an object's own values replace inherited ones.
  const countedBy = (hasKey: RawBuilder<boolean>) =>
    inherited === undefined ? own : sql`case when ${hasKey} then ${own} else ${inherited} end`;
  if (db.engine === 'sqlite') {
    const counted = countedBy(
      sql`exists (select 1 from json_each(${own}) as named where named.value = wanted.value ->> 0)`,
    );
    return sql`not exists (select 1 from json_each(${wanted}) as wanted where not exists (
      select 1 from json_each(${counted}) as facet
      join json_each(wanted.value, '$[1]') as allowed on allowed.value = facet.value))`;
  }
  const texts = (json: Expression<unknown>) => sql`json_array_elements_text(cast(${json} as json))`;
  const counted = countedBy(
    sql`exists (select 1 from ${texts(own)} as named(value) where named.value collate "C" = wanted.value ->> 0)`,
  );
  return sql`not exists (select 1 from json_array_elements(cast(${wanted} as json)) as wanted(value) where not exists (
    select 1 from ${texts(counted)} as facet(value)
    join json_array_elements_text(wanted.value -> 1) as allowed(value) on allowed.value = facet.value collate "C"))`;
}

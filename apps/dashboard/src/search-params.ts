/** Search parameters as the router reads them from an address: `42` is a number, `{}` an object. */
export type RawSearch = Readonly<Record<string, unknown>>;

/** The parameter that every page of a signed-in user has, read by their common route. */
const common = 'workspace';

/**
 * A route's reader of search parameters, and nothing beyond what it read. The router keeps a parameter about which a
 * reader says nothing, so this says `undefined` of the others; the router then removes them from the address, too.
 */
export const only =
  <Read extends object>(read: (search: RawSearch) => Read) =>
  (search: RawSearch): Read => {
    const others = Object.keys(search).filter((name) => name !== common);
    return { ...Object.fromEntries(others.map((name) => [name, undefined])), ...read(search) };
  };

/** Leaves out undefined parameters. */
export const present = <Read extends object>(read: Read): Present<Read> =>
  Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as Present<Read>;

type Present<Read> = { [Name in keyof Read]?: Exclude<Read[Name], undefined> };

/** Max length of a text in an address, as in the API. */
const maxText = 200;

/** Reads a text, cut at a length; a number is a text that the router parsed. */
export function readText(value: unknown, most = maxText): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  // The API takes no NUL, and an address no half of a surrogate pair, which a cut may leave.
  const text = String(value).replaceAll('\u0000', '').slice(0, most).toWellFormed();
  return text.trim() === '' ? undefined : text;
}

/** Reads one of some words. */
export const readWord = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);

/** Reads an ID of a kind, such as `agent_01h…`. */
export const readId = (kind: string, value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(`${kind}_`) && /^[0-9a-z_]{1,90}$/.test(value) ? value : undefined;

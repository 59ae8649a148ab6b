import type { ErrorObject } from 'ajv';
import { nearName } from './near-names.ts';

/** Max unknown names that one hint is about: as many as an error has details. */
const maxNames = 5;

/** The parts of a schema that name its fields. */
interface KnownNames {
  readonly properties?: Readonly<Record<string, unknown>>;
  /** One sentence for each field that callers often send here and that is set in another way. */
  readonly 'x-hints'?: Readonly<Record<string, string>>;
}

/** Returns a hint about the unknown fields or parameters among Ajv's errors; undefined if nothing is near to them. */
export function hintOn(errors: readonly ErrorObject[]): string | undefined {
  const unknown = errors.filter(({ keyword }) => keyword === 'additionalProperties').slice(0, maxNames);
  const sentences: string[] = [];
  const meant: string[] = [];
  for (const { params, parentSchema } of unknown) {
    const name = String((params as Readonly<Record<string, unknown>>)['additionalProperty']);
    const { properties = {}, 'x-hints': hints = {} } = (parentSchema ?? {}) as KnownNames;
    const near = nearName(name, Object.keys(properties));
    if (Object.hasOwn(hints, name)) sentences.push(hints[name] ?? '');
    else if (near !== undefined) meant.push(unknown.length === 1 ? near : `${near} instead of ${name}`);
  }
  const question = meant.length === 0 ? [] : [`Did you mean ${listed(meant)}?`];
  const all = [...sentences, ...question];
  return all.length === 0 ? undefined : all.join(' ');
}

const listed = (names: readonly string[]) =>
  names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

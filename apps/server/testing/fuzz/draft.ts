import type { WrittenPart } from '../fixtures/forms.ts';

/** A generated request, before it gets the real IDs, tokens and credentials. */
export interface Draft {
  /** The rule that it breaks, in words; undefined if it is valid. */
  readonly breaks: string | undefined;
  /** The only allowed status; undefined for a valid request, whose success is the operation's own. */
  readonly status: number | undefined;
  /** The field that the failure's details must name. */
  readonly field: string | undefined;
  /** Path parameters that differ from the real ones, already encoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Encoded, without the question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body's value; undefined if the operation has none. */
  readonly body: unknown;
  /** The files of a form. */
  readonly files: readonly WrittenPart[];
  /** Parts after those of a form's fields and files. */
  readonly more: readonly WrittenPart[];
  /** The media type of bytes. */
  readonly type: string | undefined;
  /** Bytes instead of the whole body; `headers` then have its media type. */
  readonly raw: string | Buffer | undefined;
}

/** The parameters of a value; an object has one for each member. */
export const pairsIn = (name: string, value: object | string): [string, string][] =>
  typeof value !== 'object'
    ? [[name, String(value)]]
    : Object.entries(value).map(([key, each]) => [`${name}[${key}]`, String(each)]);

import type { TSchema } from 'typebox';
import { bodyKindOf } from '../../src/http/body.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { formBytes, formType, partsOf } from '../fixtures/forms.ts';
import type { WireRequest } from '../processes/wire.ts';
import type { Given, Row } from './row.ts';

/** The kind of an endpoint's body; of one that takes JSON or a form, that of the JSON. */
export const kindOf = (endpoint: Endpoint) => soleKindOf(endpoint)?.kind;

function soleKindOf(endpoint: Endpoint) {
  const kind = bodyKindOf(endpoint);
  return kind?.kind === 'either' ? kind.json : kind;
}

/** The schemas of the fields that a request names: of its JSON or of its form. Raw bytes have none. */
export function fieldsOf(endpoint: Endpoint): Readonly<Record<string, TSchema>> {
  const kind = soleKindOf(endpoint);
  if (kind === undefined || kind.kind === 'raw') return {};
  return (kind.kind === 'json' ? kind.schema : kind.fields).properties ?? {};
}

/** The content of a body, whatever its kind. */
interface Content {
  readonly row: Row;
  readonly fields: object | undefined;
  readonly given: Given;
}

/** Writes a body as its endpoint declares it: JSON, a form with every required file, or bytes. */
export function encodeBody(endpoint: Endpoint, { row, fields, given }: Content): Pick<WireRequest, 'body' | 'headers'> {
  const kind = soleKindOf(endpoint);
  if (kind?.kind === 'multipart') {
    const own = row.files?.(given) ?? [];
    const rest = Object.entries(kind.files).filter(
      ([name, { required = true }]) => required && !own.some((file) => file.name === name),
    );
    const usual = { fileName: `${given.marker}.txt`, type: 'text/plain', content: given.marker };
    const files = [...own, ...rest.map(([name]) => ({ ...usual, name }))];
    return { body: formBytes([...partsOf(fields ?? {}), ...files]), headers: formType() };
  }
  if (kind?.kind === 'raw') {
    const [type] = kind.types;
    const bytes = Buffer.from(JSON.stringify(fields ?? {}));
    return { body: bytes, headers: { 'content-type': type.replace('*', 'text/plain'), ...row.sign?.(bytes) } };
  }
  return { body: fields };
}

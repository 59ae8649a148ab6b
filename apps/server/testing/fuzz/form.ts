import fc, { type Arbitrary } from 'fast-check';
import { formBytes, formType, textOf, type WrittenPart } from '../fixtures/forms.ts';
import { brokenObjects } from './broken.ts';
import type { FileField, Operation, Schema } from './document.ts';
import type { Draft } from './draft.ts';
import { valid } from './valid.ts';

type Change = Arbitrary<Partial<Draft>>;
type Fields = Readonly<Record<string, unknown>>;

/** Max bytes of a generated file or body; openapi.json states limits on sizes in words only. */
const maxBytes = 600;

/** Returns the fields as a server reads them: text, converted for an integer or a boolean. No part is no field. */
const received = ({ properties = {} }: Schema, fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const schema = properties[name];
      const isList = schema?.type === 'array';
      const values = [value].flat().map((each) => scalar(isList ? schema.items : schema, textOf(each)));
      return values.length === 0 ? [] : [[name, isList || values.length > 1 ? values : values[0]]];
    }),
  );

function scalar(schema: Schema | undefined, text: string): unknown {
  if (schema?.type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (schema?.type === 'boolean' && ['true', 'false'].includes(text)) return text === 'true';
  return text;
}

const fileOf = (name: string): Arbitrary<WrittenPart> =>
  fc.record({
    name: fc.constant(name),
    fileName: fc.constantFrom('a.txt', 'ä 😀.pdf', 'a"b.md', 'x'.repeat(255)),
    type: fc.constantFrom('text/plain', 'application/octet-stream', 'text/html; charset=utf-8'),
    content: fc.uint8Array({ maxLength: maxBytes }),
  });

/** Forms with fields that are valid as text, and as many files as allowed. */
export function validForm({ body = {}, files, isBody }: Operation) {
  const some = ({ name, required, maxCount }: FileField) =>
    fc.array(fileOf(name), { minLength: required ? 1 : 0, maxLength: maxCount });
  return {
    body: valid(body).filter((fields) => isBody(received(body, fields as Fields))),
    files: fc.tuple(...files.map(some)).map((each) => each.flat()),
  };
}

/** Each way to break a form: its fields, its files, its parts, and the whole. */
export const brokenForms = (operation: Operation): Change[] => [
  ...brokenFields(operation),
  ...brokenFiles(operation),
  ...brokenParts(operation),
  ...brokenEncodings(operation, formBytes([]).toString()),
  fc
    .constantFrom<Partial<Draft>>(
      { raw: 'nonsense', headers: formType() },
      { raw: formBytes([{ name: 'a', content: 'b' }], { end: false }), headers: formType() },
      { raw: formBytes([{ content: 'no name' }]), headers: formType() },
      { raw: formBytes([]), headers: { 'content-type': 'multipart/form-data' } },
    )
    .map((change) => ({ ...change, breaks: 'the form', status: 400 })),
];

/** Names that a header can carry as they are. */
const plainName = /^[\w .$-]+$/;
const lone = /\p{Surrogate}/u;

function brokenFields({ body = {}, isBody }: Operation): Change[] {
  return brokenObjects(body).flatMap(({ rule, field, values }) => {
    const broken = (values as Arbitrary<Fields>).filter((fields) => isBrokenForm(fields));
    // Some rules can't be broken by text: it has no wrong type where any text is allowed.
    if (!fc.sample(values, { seed: 1, numRuns: 50 }).some((fields) => isBrokenForm(fields as Fields))) return [];
    return [broken.map((fields) => ({ breaks: rule, status: 400, field, body: fields }))];
  });

  function isBrokenForm(fields: Fields): boolean {
    const texts = Object.values(fields).flat().map(textOf);
    // A form is UTF-8, so it can't carry lone surrogates.
    const sendable =
      Object.keys(fields).every((name) => plainName.test(name)) && !texts.some((text) => lone.test(text));
    return sendable && (texts.some((text) => text.includes('\0')) || !isBody(received(body, fields)));
  }
}

function brokenFiles({ files }: Operation): Change[] {
  const broken = (breaks: string, field: string, change: Partial<Draft>): Change =>
    fc.constant({ ...change, breaks: `files: ${breaks}`, status: 400, field });
  const part = { fileName: 'a.txt', content: 'a' };
  return [
    broken('unknown', 'stranger', { more: [{ ...part, name: 'stranger' }] }),
    ...files.flatMap(({ name, required, maxCount }) => [
      ...(required ? [broken(`no ${name}`, name, { files: [] })] : []),
      broken(`too many ${name}`, name, { more: Array.from({ length: maxCount + 1 }, () => ({ ...part, name })) }),
      broken(`${name} as text`, name, { more: [{ name, content: 'a' }] }),
      broken(`long name of ${name}`, name, { files: [], more: [{ ...part, name, fileName: 'x'.repeat(256) }] }),
    ]),
  ];
}

function brokenParts({ body: { properties = {} } = {} }: Operation): Change[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const file = { name, fileName: 'a.txt', content: 'a' };
    const notText = { name, content: Buffer.from([0x61, 0xff]) };
    const once = valid(schema).map((value) => ({ name, content: textOf(value) }));
    return [
      fc.constant({ breaks: `${name}: a file`, status: 400, field: name, more: [file] }),
      fc.constant({ breaks: `${name}: no UTF-8`, status: 400, body: {}, more: [notText] }),
      ...(schema.type === 'array'
        ? []
        : [once.map((part) => ({ breaks: `${name}: twice`, status: 400, field: name, more: [part, part] }))]),
    ];
  });
}

/** Any bytes, in any of the media types. */
export const validBytes = ({ types }: Operation) => ({
  body: fc.uint8Array({ maxLength: maxBytes }),
  type: fc.constantFrom(...types.map((type) => type.replace('*/*', 'text/plain'))),
});

/** Each way to break a body of bytes; their content is the endpoint's own matter. */
export const brokenBytes = (operation: Operation): Change[] => brokenEncodings(operation, 'bytes');

const otherTypes = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/mixed; boundary=x',
];

/** Other media types than the operation's, and encoded bodies. */
function brokenEncodings({ types, kind }: Operation, raw: string): Change[] {
  const own = kind === 'form' ? formType() : { 'content-type': types[0] };
  const wrong = types.includes('*/*') ? [] : otherTypes.filter((type) => !types.includes(type));
  return [
    ...wrong.map((type) => ({ breaks: `sent as ${type}`, headers: { 'content-type': type } })),
    ...['gzip', 'br', 'deflate'].map((coding) => ({
      breaks: `encoded as ${coding}`,
      headers: { ...own, 'content-encoding': coding },
    })),
  ].map((change) => fc.constant({ ...change, status: 415, raw }));
}

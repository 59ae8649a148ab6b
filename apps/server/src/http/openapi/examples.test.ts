// @module-tag pure

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fastJson, { type Schema } from 'fast-json-stringify';
import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { offendersOf } from '../../../testing/offenders/offenders.ts';
import { keyPattern } from '../../access/key-format.ts';
import { Agent, AgentDraft } from '../../features/agents/schema.ts';
import { exampleOf } from './examples.ts';

/** A part of a schema, as far as this test looks at it. */
interface Part {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly items?: Part;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly anyOf?: readonly Part[];
}

interface Media {
  readonly schema: Part;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>;
}

interface Response {
  readonly description: string;
  readonly content?: Readonly<Record<string, Media>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: Part;
    example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response & { readonly $ref?: string }>>;
}

const document = JSON.parse(readFileSync(new URL('../../../../../openapi.json', import.meta.url), 'utf8')) as {
  readonly components: {
    readonly schemas: Readonly<Record<string, Part>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly examples: Readonly<Record<string, { readonly value: { readonly code: string } }>>;
    readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: Part }>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
ajv.addFormat('email', /^[^\s@]+@[^\s@]+\.[^\s@.]+$/);
ajv.addSchema(document, 'document');

/** By the text of the schema: many parts of the document are alike. */
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

/** Returns the problems of a value by a schema of the document. */
function problemsOf(schema: Part, value: unknown): string[] {
  const rules = { ...schema, examples: undefined, description: undefined };
  const text = JSON.stringify(rules).replaceAll('"#/components', '"document#/components');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** True if a field holds a value of its own, rather than described fields. */
function isLeaf({ $ref, items, properties, anyOf }: Part): boolean {
  if ($ref !== undefined) return false;
  if (anyOf !== undefined) return anyOf.some((branch) => branch.type !== 'null' && isLeaf(branch));
  return items === undefined ? Object.keys(properties ?? {}).length === 0 : isLeaf(items);
}

/** The closed set of a field is its own example. */
const hasExample = ({ examples, enum: closed, anyOf = [] }: Part): boolean =>
  examples !== undefined || closed !== undefined || anyOf.some(hasExample);

interface Field {
  readonly path: string;
  readonly part: Part;
}

/** Every field of a schema and below it, without the schemas that it refers to. */
function fieldsOf(part: Part, path: string): Field[] {
  return [
    ...Object.entries(part.properties ?? {}).flatMap(([name, field]) => [
      { path: `${path}.${name}`, part: field },
      ...fieldsOf(field, `${path}.${name}`),
    ]),
    ...(part.items === undefined ? [] : fieldsOf(part.items, `${path}[]`)),
    ...(part.anyOf ?? []).flatMap((branch) => fieldsOf(branch, path)),
  ];
}

/** Returns the problems of a field's examples. */
const problemsOfExamples = ({ path, part }: Field) =>
  [part, ...(part.anyOf ?? [])].flatMap((each) =>
    (each.examples ?? []).flatMap((example) => problemsOf(each, example).map((problem) => `${path}: ${problem}`)),
  );

/** The kinds of content of an operation's request and of its successes. */
function mediaOf({ requestBody, responses }: Operation): Media[] {
  const answers = Object.entries(responses).filter(([status]) => Number(status) < 400 && status !== '304');
  const contents = [requestBody?.content, ...answers.map(([, { content }]) => content)];
  return contents.flatMap((content = {}) => Object.values(content));
}

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe('examples of openapi.json', () => {
  const schemas = Object.entries(document.components.schemas);
  const nameOf = ({ operationId }: Operation) => operationId;

  it('are of many schemas and operations', () => {
    expect(schemas.length).toBeGreaterThan(100);
    expect(operations.length).toBeGreaterThan(100);
  });

  it('every value of a schema has one, which fits', async () => {
    const offenders = await offendersOf(
      schemas,
      ([name]) => name,
      ([name, schema]) => {
        const fields = fieldsOf(schema, name);
        expect(fields.filter(({ part }) => isLeaf(part) && !hasExample(part)).map(({ path }) => path)).toEqual([]);
        expect(fields.flatMap(problemsOfExamples)).toEqual([]);
      },
    );
    expect(offenders).toEqual([]);
  });

  it('every parameter of an operation has one, which fits', async () => {
    const offenders = await offendersOf(operations, nameOf, ({ parameters = [] }) => {
      for (const { name, example, schema, ...parameter } of parameters) {
        expect({ name, has: example !== undefined || schema.enum !== undefined }).toEqual({ name, has: true });
        if (example !== undefined) expect(problemsOf(schema, example)).toEqual([]);
        // A chunk has a number instead of an ID, a provider its name; an external ID is the caller's own.
        if (parameter.in === 'path' && !['number', 'provider', 'externalId'].includes(name))
          expect(example).toMatch(/^[a-z]+_[0-9a-z]{26}$/);
      }
    });
    expect(offenders).toEqual([]);
  });

  it('the bodies of an operation have one, which fits', async () => {
    const offenders = await offendersOf(operations, nameOf, (operation) => {
      for (const { schema, example, examples } of mediaOf(operation)) {
        const values = examples === undefined ? [example] : Object.values(examples).map(({ value }) => value);
        expect(values.length).toBeGreaterThan(0);
        for (const value of values) expect(problemsOf(schema, value)).toEqual([]);
      }
    });
    expect(offenders).toEqual([]);
  });

  it('each failure has one for every code', async () => {
    const failures = Object.entries(document.components.responses);
    const nameOfFailure = ([name]: (typeof failures)[number]) => name;
    const offenders = await offendersOf(failures, nameOfFailure, ([, { description, content }]) => {
      const codes = [...description.matchAll(/`(\w+)`/g)].map(([, code = '']) => code);
      const examples = content?.['application/json']?.examples ?? {};
      expect(codes).not.toEqual([]);
      expect(Object.keys(examples)).toEqual(codes);
      expect(codes.map((code) => examples[code]?.$ref)).toEqual(codes.map((code) => `#/components/examples/${code}`));
    });
    expect(offenders).toEqual([]);
  });

  it('those of failures have their code, and are failures', () => {
    for (const [code, { value }] of Object.entries(document.components.examples)) {
      expect(value.code).toBe(code);
      expect(problemsOf({ $ref: '#/components/schemas/Failure' }, value)).toEqual([]);
    }
  });

  it('every header has one, and a description', () => {
    for (const { description, schema } of Object.values(document.components.headers)) {
      expect(description).not.toBe('');
      for (const example of schema.examples ?? [undefined]) expect(problemsOf(schema, example)).toEqual([]);
    }
  });

  it('contain no secret that could be taken for a real one', () => {
    const texts = JSON.stringify(document).match(/parley_[\w-]+/g) ?? [];
    expect(texts.filter((text) => keyPattern.test(text))).toEqual([]);
  });
});

describe('an example', () => {
  it('is composed of the fields’, and has those that the schema shows', () => {
    expect(exampleOf(AgentDraft)).toEqual({
      name: 'Support',
      systemPrompt: expect.stringContaining('support agent'),
      temperature: 0.3,
    });
    expect(Object.keys(exampleOf(Agent) as object)).toEqual(Object.keys(Agent.properties));
  });

  it('lacks a field that has nothing to show', () => {
    const b = Type.Object({ c: Type.String(), d: Type.Null(), e: Type.Integer({ default: 2 }) });
    expect(exampleOf(Type.Object({ a: Type.Array(b) }))).toEqual({ a: [{ e: 2 }] });
  });

  it('costs nothing when a request is validated or a response is written', () => {
    const code = (schema: TSchema) => {
      const validate = new Ajv2020({ code: { source: true }, strict: false, validateFormats: false }).compile(schema);
      const written = fastJson(schema as Schema, { mode: 'debug' }) as unknown as { readonly code: string };
      // Schemas with unions are numbered through the process.
      const writer = written.code.replaceAll(/__fjs_(merged|root)_\d+/g, '__fjs_$1');
      return [(validate.source as { readonly validateCode: string }).validateCode, writer];
    };
    for (const schema of [Agent, AgentDraft]) expect(code(schema)).toEqual(code(bare(schema) as TSchema));
  });
});

/** A schema without its descriptions. */
function bare(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(bare);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([name]) => !['examples', 'x-shown'].includes(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, bare(value)]));
}

// @module-tag pure

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { offendersOf } from '../../../testing/offenders/offenders.ts';

/** A part of a schema, as far as this test looks at it. */
interface Part {
  readonly description?: string;
  readonly $ref?: string;
  readonly items?: Part;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly additionalProperties?: Part | boolean;
  readonly anyOf?: readonly Part[];
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly description?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Part }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Part }>>; readonly $ref?: string }>
  >;
}

interface Document {
  readonly components: {
    readonly schemas: Readonly<Record<string, Part>>;
    readonly responses: Readonly<Record<string, object>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const document = JSON.parse(readFileSync(new URL('../../../../../openapi.json', import.meta.url), 'utf8')) as Document;

/** The envelope is described once, in the introduction. */
const envelope = ['success', 'data', 'items'];

/** The fields without a description in a schema and below it, by dotted path. */
function undescribed(part: Part, path: string): string[] {
  const own = Object.entries(part.properties ?? {}).flatMap(([name, field]) => [
    ...(field.description === undefined && field.$ref === undefined && !envelope.includes(name)
      ? [`${path}.${name}`]
      : []),
    ...undescribed(field, `${path}.${name}`),
  ]);
  return [
    ...own,
    ...(part.items === undefined ? [] : undescribed(part.items, `${path}[]`)),
    ...(part.anyOf ?? []).flatMap((each) => undescribed(each, path)),
  ];
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

describe('openapi.json', () => {
  test('has every failure once: operations refer to it', () => {
    const responses = operations.flatMap(({ operation }) => Object.entries(operation.responses));
    const failures = responses.filter(([status]) => Number(status) >= 400).map(([, { $ref }]) => $ref);
    const components = Object.entries(document.components.responses);
    expect(new Set(failures)).toEqual(new Set(components.map(([name]) => `#/components/responses/${name}`)));
    expect(new Set(components.map(([, response]) => JSON.stringify(response))).size).toBe(components.length);
  });

  test('describes every field of each schema', () => {
    const schemas = Object.entries(document.components.schemas);
    expect(schemas.length).toBeGreaterThan(100);
    expect(schemas.flatMap(([name, schema]) => undescribed(schema, name))).toEqual([]);
  });

  test('describes every parameter and field of each operation', async () => {
    expect(operations.length).toBeGreaterThan(100);
    const offenders = await offendersOf(
      operations,
      ({ name }) => name,
      ({ operation }) => {
        const parameters = operation.parameters ?? [];
        const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((each) =>
          Object.values(each?.content ?? {}),
        );
        expect(parameters.filter(({ description }) => description === undefined).map(({ name }) => name)).toEqual([]);
        expect(contents.flatMap(({ schema }) => undescribed(schema, ''))).toEqual([]);
      },
    );
    expect(offenders).toEqual([]);
  });
});

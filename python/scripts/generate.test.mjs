// @module-tag pure

import { describe, expect, it } from 'vitest';
import { readDocument } from '../../scripts/clients/document.mjs';
import { documentFiles } from './files.mjs';

/**
 * A document of one operation, and of the schemas that it needs.
 * @param {object} operation what differs from an ordinary one
 * @param {{ schemas?: object, verb?: string, path?: string }} [more]
 */
function documentOf(operation, { schemas = {}, verb = 'get', path = '/api/things/{id}' } = {}) {
  const whole = {
    operationId: 'getThing',
    summary: 'Get a thing',
    description: 'It has `systemPrompt`, or null.',
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      in: 'path',
      name,
      required: true,
      schema: { type: 'string' },
      description: 'Identifier.',
    })),
    'x-parley-client': { method: 'things.retrieve' },
    responses: {
      200: json(data({ $ref: '#/components/schemas/Thing' })),
      404: { description: 'Fails with `thing_not_found`.' },
    },
    ...operation,
  };
  const Failure = {
    type: 'object',
    properties: { code: { type: 'string', enum: ['thing_not_found', 'internal_error'] } },
  };
  return {
    components: { schemas: { Thing: object({ _id: text('Identifier.') }), Failure, ...schemas } },
    paths: { [path]: { [verb]: whole } },
  };
}

const json = (/** @type {object} */ schema) => ({ description: 'OK.', content: { 'application/json': { schema } } });
const data = (/** @type {object} */ schema) => ({
  type: 'object',
  properties: { success: { type: 'boolean' }, data: schema },
});
const text = (/** @type {string} */ description, more = {}) => ({ type: 'string', description, ...more });
const object = (/** @type {object} */ properties, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const orNull = (/** @type {object} */ schema, description = '') => ({ anyOf: [schema, { type: 'null' }], description });
const body = (/** @type {object} */ schema) => ({ required: true, content: { 'application/json': { schema } } });

/** @param {ReturnType<typeof documentOf>} document */
function generated(document) {
  const files = documentFiles(readDocument(document));
  const file = (/** @type {string} */ path) => files.get(`python/src/parley/${path}`) ?? '';
  return {
    results: file('types/results.py'),
    params: file('types/params.py'),
    literals: file('types/literals.py'),
    resource: file('_async/resources/things.py'),
    page: files.get('python/api.md') ?? '',
    files,
  };
}

/** The class of that name. @param {string} source @param {string} name */
const classIn = (source, name) => source.split('\n\n\n').find((part) => part.includes(`class ${name}(`)) ?? '';

describe('a result', () => {
  const Thing = object(
    {
      systemPrompt: text('Prompt.'),
      createdAt: text('Time.', { format: 'date-time' }),
      expiresAt: orNull({ type: 'string', format: 'date-time' }, 'Time; null if never.'),
      tags: { type: 'array', items: { type: 'string' }, description: 'Tags.' },
      metadata: { type: 'object', additionalProperties: {}, description: 'Your own.' },
      status: text('State.', { enum: ['on', 'off'] }),
      replies: { type: 'array', description: 'Its replies.', items: object({ score: { type: 'number' } }) },
      _id: text('Identifier.'),
      url: orNull({ type: 'string' }, 'The link, never returned again.'),
      total: { type: 'integer', description: 'Number.' },
    },
    ['systemPrompt', 'createdAt', 'expiresAt', 'tags', 'metadata', 'status', 'replies', '_id', 'url'],
  );
  const { results, literals } = generated(documentOf({}, { schemas: { Thing } }));

  it.each([
    ['a name in snake_case', 'system_prompt: str'],
    ['an identifier', 'id: str'],
    ['a time', 'created_at: datetime'],
    ['null', 'expires_at: Optional[datetime]'],
    ['a list', 'tags: List[str]'],
    ['an object of any content', 'metadata: Dict[str, Any]'],
    ['an enumeration, which a newer service may extend', 'status: Union[ThingStatus, str]'],
    ['an object inside', 'replies: List[ThingReply]'],
    ['a secret, which is not printed', 'url: Optional[str] = field(repr=False)'],
    ['an optional field, after the others', 'total: Optional[int] = None'],
  ])('has %s', (_what, line) => {
    expect(classIn(results, 'Thing').split('\n')).toContain(`    ${line}`);
  });

  it('comes after what it has, and enumerations have names', () => {
    expect(results.indexOf('class ThingReply(Model):')).toBeLessThan(results.indexOf('class Thing(Model):'));
    expect(literals).toContain('ThingStatus = Literal["on", "off"]');
  });

  it('has its description with the names that Python has', () => {
    expect(results).toContain('"""Time; None if never."""');
  });

  it('extends the one whose fields and name it has', () => {
    const NewThing = object({ ...Thing.properties, key: text('Key.') }, [...Thing.required, 'key']);
    const responses = { 200: json(data({ $ref: '#/components/schemas/NewThing' })) };
    const Base = object({ _id: text('Identifier.') });
    const extended = generated(documentOf({ responses }, { schemas: { Thing: Base, NewThing } })).results;
    expect(extended).toContain('class NewThing(Thing):');
    expect(classIn(extended, 'NewThing')).not.toContain('    id: str');
  });

  it('is a union of classes that their type tells apart', () => {
    const kind = (/** @type {string} */ name) =>
      object({ type: text('Kind.', { enum: [name] }), [name]: text('Value.') });
    const part = {
      anyOf: [{ $ref: '#/components/schemas/TextPart' }, { $ref: '#/components/schemas/LinkPart' }],
      description: 'A part.',
    };
    const schemas = {
      TextPart: kind('text'),
      LinkPart: kind('link'),
      Part: part,
      Thing: object({ parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } } }),
    };
    const { results: found } = generated(documentOf({}, { schemas }));
    expect(found).toContain('Part = Union[TextPart, LinkPart]');
    expect(classIn(found, 'LinkPart')).toContain('    type: Literal["link"]');
    expect(classIn(found, 'Thing')).toContain('    parts: List[Part]');
  });

  it('shares the class of an object that others have, too', () => {
    const user = object({ _id: text('Identifier.'), email: text('Address.') });
    const Session = object({ user, expiresAt: text('Time.') });
    const { results: found } = generated(
      documentOf(
        {},
        { schemas: { Session, Thing: object({ user, session: { $ref: '#/components/schemas/Session' } }) } },
      ),
    );
    expect(found.match(/^class User\(Model\):$/gm)).toHaveLength(1);
    expect(found.match(/^ {4}user: User$/gm)).toHaveLength(2);
  });
});

describe('a method', () => {
  it('takes the path by position, and names an id after the segment before it', () => {
    const { resource } = generated(documentOf({}, { path: '/api/api-keys/{id}/uses/{useId}' }));
    expect(resource).toContain(
      'async def retrieve(self, api_key_id: str, use_id: str, *, options: Optional[RequestOptions] = None) -> Thing:',
    );
    expect(resource).toContain('params={"id": api_key_id, "useId": use_id}');
  });

  it('takes the query and the body by keyword, those that it needs first', () => {
    const parameters = [
      {
        in: 'query',
        name: 'createdAfter',
        required: false,
        schema: { type: 'string', format: 'date-time' },
        description: 'Time.',
      },
      { in: 'query', name: 'userId', required: true, schema: { type: 'string' }, description: 'Person.' },
    ];
    const schema = object(
      { note: orNull({ type: 'string' }), settings: object({ systemPrompt: text('Prompt.') }, []) },
      [],
    );
    const operation = { parameters, requestBody: body(schema), 'x-parley-client': { method: 'things.makeOne' } };
    const { resource, params } = generated(documentOf(operation, { path: '/api/things', verb: 'put' }));
    expect(
      resource
        .split('\n')
        .filter((line) => /^ {8}\w+: |^ {8}\*,$/.test(line))
        .map((line) => line.trim()),
    ).toEqual([
      '*,',
      'user_id: str,',
      'created_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,',
      'note: Union[str, None, NotGiven] = NOT_GIVEN,',
      'settings: Union[ThingMakeOneSettings, NotGiven] = NOT_GIVEN,',
      'options: Optional[RequestOptions] = None,',
    ]);
    expect(resource).toContain('async def make_one(');
    expect(resource).toContain('query={"userId": user_id, "createdAfter": created_after}');
    expect(resource).toContain('"settings": renamed(settings, {"system_prompt": "systemPrompt"})');
    expect(params).toContain('class ThingMakeOneSettings(TypedDict, total=False):');
  });

  it('sends an empty body without asking for it, and a key if the operation has one', () => {
    const parameters = [{ in: 'header', name: 'Idempotency-Key', required: false, schema: { type: 'string' } }];
    const operation = { parameters, requestBody: body({ type: 'object', additionalProperties: false }) };
    const { resource } = generated(documentOf(operation, { path: '/api/things', verb: 'post' }));
    expect(resource).toContain('request = Request(method="POST", path="/api/things", body={}, keyed=True)');
    expect(resource).toContain('`idempotency_key` of this call.');
  });

  it('says what may be repeated and what waits for a model', () => {
    const operation = { 'x-parley-client': { method: 'things.retrieve', repeats: false, slow: true } };
    const { resource } = generated(documentOf(operation, { path: '/api/things' }));
    expect(resource).toContain('repeats=False, slow=True)');
  });

  it('returns a page of a list, and a sentence as a confirmation', () => {
    const page = object({
      items: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
      nextCursor: orNull({ type: 'string' }),
      total: { type: 'integer' },
    });
    const lists = generated(documentOf({ responses: { 200: json(data(page)) } })).resource;
    expect(lists).toContain(
      '    def retrieve(self, thing_id: str, *, options: Optional[RequestOptions] = None) -> AsyncPagePromise[Thing]:',
    );
    expect(lists).toContain('return self._api.list(request, Thing, options)');
    const sentence = { type: 'object', properties: { success: { type: 'boolean' }, message: text('Sentence.') } };
    expect(generated(documentOf({ responses: { 200: json(sentence) } })).resource).toContain(
      'return await self._api.call(request, Confirmation, options)',
    );
  });

  it('has a twin that only asks what would be done, and then needs no confirmation', () => {
    const sentence = { type: 'object', properties: { message: text('Sentence.') } };
    const parameters = ['confirm', 'dryRun'].map((name) => ({
      in: 'query',
      name,
      required: false,
      schema: { type: 'string' },
      description: 'Required unless `dryRun` is true.',
    }));
    const responses = { 200: json({ anyOf: [sentence, data({ $ref: '#/components/schemas/Thing' })] }) };
    const operation = {
      parameters,
      responses,
      'x-parley-client': { method: 'things.delete', preview: 'things.dependents' },
    };
    const { resource, page } = generated(documentOf(operation, { verb: 'delete', path: '/api/things' }));
    expect(resource).toContain(
      'async def delete(self, *, confirm: str, options: Optional[RequestOptions] = None) -> Confirmation:',
    );
    expect(resource).toContain('async def dependents(self, *, options: Optional[RequestOptions] = None) -> Thing:');
    expect(resource).toContain('query={"dryRun": True}');
    expect(page).toContain('| `DELETE /api/things` with `dryRun` | `client.things.dependents()` | `Thing` |');
  });

  it('says in its docstring what it takes and how it fails', () => {
    const { resource } = generated(documentOf({}));
    expect(resource).toContain(
      '        """Get a thing.\n\n        It has `systemPrompt`, or None.\n\n        Args:\n            thing_id: Identifier.\n',
    );
    expect(resource).toContain('        Raises:\n            NotFoundError: `thing_not_found`.\n');
  });

  it.each([
    [
      'a name that two of its parameters would have',
      {
        parameters: [
          { in: 'query', name: 'user_id', schema: {} },
          { in: 'query', name: 'userId', schema: {} },
        ],
      },
      'two of its parameters would be user_id',
    ],
    [
      'a result without a name',
      { responses: { 200: json(data(object({}))) } },
      'getThing: the schema of its data needs a title',
    ],
    ['no name', { 'x-parley-client': undefined }, 'getThing: its endpoint names no method (client)'],
    [
      'a stream without a name',
      {
        responses: {
          200: {
            content: {
              'application/json': { schema: data({ $ref: '#/components/schemas/Thing' }) },
              'text/event-stream': { schema: { $ref: '#/components/schemas/Thing' } },
            },
          },
        },
      },
      'names a method for it (clientStream)',
    ],
  ])('is refused with %s', (_what, operation, message) => {
    expect(() => generated(documentOf(operation, { path: '/api/things' }))).toThrow(message);
  });
});

describe('every file', () => {
  it('has lines of at most 120 characters, without a space at the end', () => {
    const long = 'A sentence that is much longer than a line of the source may be. '.repeat(6).trim();
    const { files } = generated(documentOf({ description: long }, { schemas: { Thing: object({ _id: text(long) }) } }));
    const lines = [...files].filter(([path]) => path.endsWith('.py')).flatMap(([, source]) => source.split('\n'));
    expect(lines.filter((line) => line.length > 120 || line !== line.trimEnd())).toEqual([]);
  });

  it('is the same each time', () => {
    expect([...generated(documentOf({})).files]).toEqual([...generated(documentOf({})).files]);
  });
});

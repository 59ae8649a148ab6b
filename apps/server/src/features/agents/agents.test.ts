// @module-tag sql
import { setTimeout as sleep } from 'node:timers/promises';
import { type AgentCreateParams, BadRequestError, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { addSources } from '../../../testing/fixtures/history.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';

const fields = [
  '_id',
  'name',
  'description',
  'systemPrompt',
  'model',
  'temperature',
  'status',
  'workspace',
  'knowledgeSources',
  'fallbackModels',
  'answerMode',
  'groundingJudge',
  'rerank',
  'knowledgeFilter',
  'tools',
  'handover',
  'externalId',
  'metadata',
  'createdAt',
  'updatedAt',
];

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const typeId = /^agent_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Texts that are easily altered in transit. */
const texts: Readonly<Record<string, string>> = {
  'composed and decomposed': 'caf\u00e9 cafe\u0301',
  'full-width and compatibility letters': '\uff21\ufb01\u2460',
  'both directions': 'abc \u202eabc\u202c \u0627\u0644\u0639\u0631\u0628\u064a\u0629',
  'emoji of several code points': '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'beyond the basic plane': '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𠮷',
  'line separators': 'a\u2028b\u2029c\u0085d',
  'control characters': 'a\u0001b\u001fc\u007fd',
  'line breaks and tabs': 'a\r\nb\n\nc\td',
  'a byte order mark and zero widths': '\ufeffa\u200bb\u2060c',
  'what SQL and JSON treat in their own way': `'"\\;--\${x}%s{{x}}</script>\\u0000`,
  'the last code points': '\uffff\u{10ffff}',
};

describe.each(engines)('agents, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const create = (more: object) => client.agents.create({ name: 'Support', ...more } as AgentCreateParams);
  const detailsOf = async (more: object) => {
    const error = await create(more).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BadRequestError);
    const { code, details } = error as BadRequestError;
    expect(code).toBe('validation_failed');
    return details;
  };

  describe('create', () => {
    test('needs only a name and returns the whole agent', async () => {
      const before = Date.now();
      const agent = await client.agents.create({ name: 'Support' });
      expect(Object.keys(agent)).toEqual(fields);
      expect(agent).toEqual({
        _id: expect.stringMatching(typeId),
        name: 'Support',
        description: '',
        systemPrompt: '',
        model: 'builtin/extract',
        temperature: 0.7,
        status: 'active',
        workspace: alice.workspace,
        knowledgeSources: [],
        fallbackModels: [],
        answerMode: 'open',
        groundingJudge: 'rules',
        rerank: false,
        knowledgeFilter: null,
        tools: [],
        handover: expect.objectContaining({ onFailedReply: false, keywords: [], when: [], team: null }),
        externalId: null,
        metadata: {},
        createdAt: expect.stringMatching(time),
        updatedAt: agent.createdAt,
      });
      expect(Date.parse(agent.createdAt)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(agent.createdAt)).toBeLessThanOrEqual(Date.now());
    });

    test('accepts every field of a draft', async () => {
      const draft = {
        name: 'Support',
        description: 'Answers customers',
        systemPrompt: 'Be brief.',
        workspaceId: alice.workspace,
        model: 'openai/gpt-x',
        temperature: 0.25,
        knowledgeSources: await addSources(parley, alice.workspace, 2),
        fallbackModels: ['openai/gpt-y', 'builtin/echo'],
        ...({ answerMode: 'grounded', groundingJudge: 'model' } as const),
        knowledgeFilter: { metadata: { region: ['eu', 'uk'] } },
      };
      const { workspaceId, ...rest } = draft;
      expect(await client.agents.create(draft)).toMatchObject({ ...rest, workspace: workspaceId, status: 'active' });
    });

    test('returns exactly what a read returns', async () => {
      const sources = await addSources(parley, alice.workspace, 3);
      for (const more of [{}, { temperature: 1e-7 }, { name: '"\\\u2028', knowledgeSources: sources.reverse() }]) {
        const agent = await create(more);
        expect(await client.agents.retrieve(agent._id)).toEqual(agent);
      }
    });

    test('IDs ascend by time', async () => {
      const ids: string[] = [];
      for (let made = 0; made < 5; made += 1) {
        ids.push((await create({}))._id);
        await sleep(2);
      }
      expect(ids).toEqual([...new Set(ids)].sort());
    });

    test('returns the first version as its ETag', async () => {
      expect((await client.agents.create({ name: 'Support' }).withResponse()).etag).toBe('"1"');
    });

    test('several agents may have the same name', async () => {
      const [one, two] = [await create({ name: 'Same' }), await create({ name: 'Same' })];
      expect(one._id).not.toBe(two._id);
    });

    test('uses the workspace of a key that is bound to one', async () => {
      const carol = await parley.person();
      const second = await (await carol.client()).workspaces.create({ name: 'Second' });
      const bound = await carol.client(undefined, { workspace: second._id });
      expect((await bound.agents.create({ name: 'Bound' })).workspace).toBe(second._id);
    });

    test('400: no workspace, if the caller reaches several; the error names them', async () => {
      const carol = await parley.person();
      const session = await carol.session();
      const { workspace } = await session.agents.create({ name: 'Only one' });
      expect(workspace).toBe(carol.workspace);
      const second = await session.workspaces.create({ name: 'Second' });
      const choices = `choose ${carol.workspace} (Home), ${second._id} (Second)`;
      for (const caller of [session, await carol.client(['agents:write'])]) {
        await expect(caller.agents.create({ name: 'Where?' })).rejects.toMatchObject({
          status: 400,
          code: 'validation_failed',
          details: [
            {
              path: 'workspaceId',
              message: `is required, because several workspaces are within reach: ${choices}`,
            },
          ],
        });
        expect((await caller.agents.create({ name: 'There', workspaceId: second._id })).workspace).toBe(second._id);
      }
      const agents = await session.agents.list();
      expect(agents.items.map(({ name }) => name).sort()).toEqual(['Only one', 'There', 'There']);
    });

    test('400: names ten of many workspaces', async () => {
      const carol = await parley.person();
      const session = await carol.session();
      for (let made = 0; made < 11; made += 1) await session.workspaces.create({ name: `Workspace ${made}` });
      const error = await session.agents.create({ name: 'Where?' }).catch((failure: Error) => failure.message);
      expect(error).toMatch(/Workspace 8\) and 2 more, which GET \/api\/me lists\.$/);
    });

    test('records agent.created', async () => {
      const agent = await create({});
      expect(await loggedEvents(parley.db, agent._id)).toEqual([
        {
          ...{ type: 'agent.created', workspace: alice.workspace, account: alice.account },
          actor: { user: alice.user.id, key: expect.stringMatching(/^key_/) },
          ...{ data: { agent: agent._id }, changes: [] },
        },
      ]);
    });

    test.each(Object.entries(texts))('keeps text unchanged: %s', async (_what, text) => {
      const model = `openai/${text}`;
      const agent = await create({ name: text, description: text, systemPrompt: text, model });
      const read = await client.agents.retrieve(agent._id);
      for (const shown of [agent, read]) {
        expect([shown.name, shown.description, shown.systemPrompt, shown.model]).toEqual([text, text, text, model]);
      }
    });

    test('keeps the white space around a name', async () => {
      expect((await create({ name: ' \tSupport\n ' })).name).toBe(' \tSupport\n ');
    });

    test.each([0, 1, 0.1, 0.7, 1 / 3, 5e-324, 1e-7, 0.30000000000000004, 0.9999999999999999, -0])(
      'keeps the temperature %d to the last digit',
      async (temperature) => {
        const agent = await create({ temperature });
        const read = await client.agents.retrieve(agent._id);
        expect([agent.temperature, read.temperature]).toEqual([temperature + 0, temperature + 0]);
      },
    );

    test.each([
      ['a name of 1 character', { name: 'x' }],
      ['a name of 200 characters', { name: 'x'.repeat(200) }],
      ['a name of 200 emoji', { name: '👍'.repeat(200) }],
      ['a name of 200 characters in white space', { name: ` ${'x'.repeat(200)}\n` }],
      ['a description of 2,000', { description: 'x'.repeat(2000) }],
      ['a system prompt of 100,000', { systemPrompt: '👍'.repeat(100_000) }],
      ['a model of 200', { model: 'openai/'.padEnd(200, 'x') }],
    ])('accepts %s', async (_what, more) => {
      expect(await create(more)).toMatchObject(more);
    });

    test('accepts 100 knowledge sources and keeps their order', async () => {
      const knowledgeSources = (await addSources(parley, alice.workspace, 100)).reverse();
      expect((await create({ knowledgeSources })).knowledgeSources).toEqual(knowledgeSources);
    });

    test.each([
      ['no name', { name: undefined }, 'name', 'is required'],
      ['an empty name', { name: '' }, 'name', 'must have 1 to 200 characters after trimming'],
      ['a name of white space', { name: ' \t\n\u3000' }, 'name', 'must have 1 to 200 characters after trimming'],
      ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name', 'must have 1 to 200 characters after trimming'],
      ['a name of 201 emoji', { name: '👍'.repeat(201) }, 'name', 'must have 1 to 200 characters after trimming'],
      [
        'a description of 2,001',
        { description: 'x'.repeat(2001) },
        'description',
        'must have at most 2,000 characters',
      ],
      [
        'a system prompt of 100,001',
        { systemPrompt: 'x'.repeat(100_001) },
        'systemPrompt',
        'must have at most 100,000 characters',
      ],
      ['no model', { model: '' }, 'model', 'must not be empty'],
      ['a model of 201', { model: 'x'.repeat(201) }, 'model', 'must have at most 200 characters'],
      ['a temperature below 0', { temperature: -5e-324 }, 'temperature', 'must be between 0 and 1'],
      ['a temperature above 1', { temperature: 1.0000000000000002 }, 'temperature', 'must be between 0 and 1'],
      ['a temperature in quotes', { temperature: '0.5' }, 'temperature', 'must be a number'],
      ['a status', { status: 'active' }, 'status', 'is not a known field'],
      ['an unknown field', { nickname: 'S' }, 'nickname', 'is not a known field'],
      ['an id', { _id: 'agent_1' }, '_id', 'is not a known field'],
      ['a workspace by its other name', { workspace: 'ws_1' }, 'workspace', 'is not a known field'],
      [
        '101 knowledge sources',
        { knowledgeSources: Array.from({ length: 101 }, (_, n) => `ks_${n}`) },
        'knowledgeSources',
        'must have at most 100 items',
      ],
      [
        'a knowledge source twice',
        { knowledgeSources: ['ks_1', 'ks_1'] },
        'knowledgeSources',
        'must not name the same thing twice',
      ],
      [
        'an unknown source',
        { knowledgeSources: ['ks_none'] },
        'knowledgeSources.0',
        'is not a knowledge source of this workspace',
      ],
    ])('400: %s', async (_what, more, path, message) => {
      expect(await detailsOf(more)).toEqual([{ path, message }]);
    });

    test('400: null isn’t a value', async () => {
      for (const field of [
        'name',
        'description',
        'systemPrompt',
        'workspaceId',
        'model',
        'temperature',
        'knowledgeSources',
      ]) {
        expect((await detailsOf({ [field]: null })).map(({ path }) => path)).toEqual([field]);
      }
    });

    test('400: a knowledge source of another workspace', async () => {
      const [own = ''] = await addSources(parley, alice.workspace, 1);
      const [foreign = ''] = await addSources(parley, (await parley.person()).workspace, 1);
      const { total: before } = await client.agents.list({ includeTotal: true });
      expect(await detailsOf({ knowledgeSources: [own, foreign] })).toEqual([
        { path: 'knowledgeSources.1', message: 'is not a knowledge source of this workspace' },
      ]);
      expect((await client.agents.list({ includeTotal: true })).total).toBe(before);
    });

    test('401: without a key', async () => {
      const nobody = new Parley({ baseURL: parley.url, apiKey: 'nonsense', maxRetries: 0 });
      await expect(nobody.agents.create({ name: 'A' })).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
    });

    test('403: with agents:read only', async () => {
      const reader = await alice.client(['agents:read']);
      await expect(reader.agents.create({ name: 'A' })).rejects.toMatchObject({
        status: 403,
        code: 'insufficient_scope',
      });
    });

    test('403: as a viewer of the workspace', async () => {
      const viewer = await parley.person();
      await alice.invite(viewer, 'viewer');
      const session = await viewer.session();
      await expect(session.agents.create({ name: 'A', workspaceId: alice.workspace })).rejects.toMatchObject({
        status: 403,
        code: 'insufficient_role',
      });
    });

    test('404: a workspace out of reach, and an unknown one', async () => {
      const foreign = (await parley.person()).workspace;
      for (const workspaceId of [foreign, 'ws_01h455vb4pex5vsknk084sn02q', 'nonsense']) {
        await expect(create({ workspaceId })).rejects.toMatchObject({ status: 404, code: 'workspace_not_found' });
      }
    });
  });

  describe('read', () => {
    test('returns the agent with its version', async () => {
      const agent = await create({});
      const { data, etag } = await client.agents.retrieve(agent._id).withResponse();
      expect(data).toEqual(agent);
      expect(etag).toBe('"1"');
    });

    test('agents:read and workspace:admin allow it, agents:write doesn’t', async () => {
      const { _id } = await create({});
      for (const scope of ['agents:read', 'workspace:admin'] as const) {
        expect((await (await alice.client([scope])).agents.retrieve(_id))._id).toBe(_id);
      }
      await expect((await alice.client(['agents:write'])).agents.retrieve(_id)).rejects.toMatchObject({ status: 403 });
    });

    test('304: the caller has the current version', async () => {
      const { _id } = await create({});
      for (const ifNoneMatch of ['"1"', 'W/"1"', '"7", "1"', '*']) {
        const answer = client.agents.retrieve(_id, { ifNoneMatch });
        await expect(answer).rejects.toMatchObject({ status: 304 });
        const response = await client.agents.retrieve(_id, { ifNoneMatch }).asResponse();
        expect([response.headers.get('etag'), response.headers.get('content-type'), await response.text()]).toEqual([
          '"1"',
          null,
          '',
        ]);
      }
      expect((await client.agents.retrieve(_id, { ifNoneMatch: '"2"' }))._id).toBe(_id);
      await client.agents.update(_id, {});
      expect((await client.agents.retrieve(_id, { ifNoneMatch: '"1"' }).withResponse()).etag).toBe('"2"');
    });

    test('404: unknown, malformed, deleted and foreign IDs get the same answer', async () => {
      const { _id: deleted } = await create({});
      await client.agents.delete(deleted);
      const foreign = await (await (await parley.person()).client()).agents.create({ name: 'Foreign' });
      const unlike = [
        'agent_01h455vb4pex5vsknk084sn02q',
        'x',
        'AGENT',
        '%',
        'a\0b',
        'ws_1',
        alice.workspace,
        'x'.repeat(5000),
      ];
      for (const id of [deleted, foreign._id, ...unlike]) {
        const error = await client.agents.retrieve(id).catch((thrown: unknown) => thrown);
        expect({ id, error }).toMatchObject({
          error: {
            status: 404,
            code: 'agent_not_found',
            message: 'There is no such agent.',
            details: [],
            hint: undefined,
          },
        });
      }
    });
  });
});

import { between, pick, type Random } from '../../src/random.ts';
import type { Known, KnownAgent } from './known.ts';
import { anyText, nameText, searchText, word } from './texts.ts';
import type { Operation } from './twins.ts';

/** An operation without its sender. */
type Draft = Omit<Operation, 'by' | 'headers'> & { readonly headers?: Operation['headers'] };
type Maker = (random: Random, known: Known) => Draft;

/** The world's actors: the first has most rights, the next three many, the others few. */
const actors = 8;

const models = ['builtin/extract', 'builtin/echo', 'openai/gpt', 'openai/GPT'] as const;
const chance = (random: Random, share: number) => random() < share;

/** The next operation of a seed's sequence; `known` is what the answers so far have shown. */
export function nextOperation(random: Random, known: Known): Operation {
  const by = chance(random, 0.55) ? 0 : between(random, 0, chance(random, 0.7) ? 3 : actors - 1);
  const draft = chosen(random)(random, known);
  return { by, headers: {}, ...draft };
}

const json = (method: string, path: string, body: unknown): Draft => ({
  method,
  path,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const withHeaders = (draft: Draft, headers: Record<string, string>): Draft => ({
  ...draft,
  headers: { ...draft.headers, ...headers },
});

/** An existing agent, or sometimes a deleted, unknown or malformed one. */
function target(random: Random, { agents, gone }: Known): KnownAgent {
  const stranger = (name: string) => ({ name, version: 1, body: {} });
  if (gone.length > 0 && chance(random, 0.05)) return stranger(pick(random, gone));
  const absent = ['agent_00000000000000000000000000', 'agent_', 'ws.no1', '%00', '%F0%9F%98%80', "'%20or%201=1"];
  if (agents.size === 0 || chance(random, 0.04)) return stranger(pick(random, absent));
  return pick(random, [...agents.values()]);
}

const anyWorkspace = (random: Random, { workspaces }: Known) =>
  chance(random, 0.9)
    ? pick(random, workspaces)
    : pick(random, ['ws_00000000000000000000000000', 'nowhere', 'agent.no1']);

/** Some fields of an agent, sometimes with a refused one. */
function fields(random: Random, known: Known): Record<string, unknown> {
  const some: Record<string, unknown> = {};
  if (chance(random, 0.7)) some['name'] = nameText(random);
  if (chance(random, 0.4)) some['description'] = chance(random, 0.5) ? word(random) : anyText(random);
  if (chance(random, 0.3)) some['systemPrompt'] = anyText(random, 200);
  if (chance(random, 0.3)) some['model'] = pick(random, models);
  if (chance(random, 0.4))
    some['temperature'] = chance(random, 0.3) ? random() : pick(random, [0, 1, 0.1, 1e-7, 5e-324, -0]);
  if (chance(random, 0.2)) some['answerMode'] = pick(random, ['open', 'grounded']);
  if (chance(random, 0.2)) some['groundingJudge'] = pick(random, ['rules', 'model']);
  if (chance(random, 0.2)) some['rerank'] = chance(random, 0.5);
  if (chance(random, 0.2)) some['knowledgeSources'] = known.sources.filter(() => chance(random, 0.3));
  if (chance(random, 0.08)) Object.assign(some, pick(random, wrongFields));
  return some;
}

const wrongFields: readonly Record<string, unknown>[] = [
  { name: '' },
  { name: ' \t' },
  { name: 'x'.repeat(201) },
  { name: null },
  { name: 7 },
  { name: 'a\u0000b' },
  { name: '\ud800' },
  { description: 'x'.repeat(2001) },
  { temperature: 1.1 },
  { temperature: '0.5' },
  { model: '' },
  { status: 'Active' },
  { knowledgeSources: ['src_0000000000000000'] },
  { knowledgeSources: ['src.no1', 'src.no1'] },
  { colour: 'red', shape: 'round' },
  { version: 2 },
];

/** Bodies that aren't a JSON object, or that no parser should accept. */
const wrongBodies = [
  ...['', '{', '[]', 'null', '"a"', '{"name":"a",}', '{"name":"\\ud800"}', '{"name":"\\u0000"}', '{"__proto__":{}}'],
  ...['{"name":"a","name":"b"}', '{"temperature":1e999}', `${'['.repeat(40)}${']'.repeat(40)}`],
];

const createAgent: Maker = (random, known) => {
  const { status: _status, ...some } = fields(random, known);
  const place = chance(random, 0.4) ? { workspaceId: anyWorkspace(random, known) } : {};
  const key = chance(random, 0.15) ? { 'idempotency-key': `key ${between(random, 1, 5)} of ${known.gone.length}` } : {};
  return withHeaders(json('POST', '/api/agents', { name: nameText(random), ...some, ...place }), key);
};

const repeatCreation: Maker = (random, known) => {
  if (known.creations.length === 0) return createAgent(random, known);
  const { by: _by, body = '', ...creation } = pick(random, known.creations);
  return { ...creation, body: chance(random, 0.2) ? `${body} ` : body };
};

/** A condition on a version, roughly in the syntax of RFC 9110. */
function condition(random: Random, { version }: KnownAgent): string {
  const current = `"${version}"`;
  return pick(random, [
    current,
    current,
    `"${version - 1}"`,
    `W/${current}`,
    '*',
    `"none", ${current}`,
    current.slice(1),
  ]);
}

const updateAgent: Maker = (random, known) => {
  const agent = target(random, known);
  const status = chance(random, 0.2) ? { status: pick(random, ['active', 'inactive']) } : {};
  const echo = chance(random, 0.2) ? { ...agent.body } : {};
  if (chance(random, 0.02)) Object.assign(echo, { createdAt: 'time.no1' });
  const headers = chance(random, 0.3) ? { 'if-match': condition(random, agent) } : {};
  return withHeaders(
    json('PUT', `/api/agents/${agent.name}`, { ...echo, ...fields(random, known), ...status }),
    headers,
  );
};

const readAgent: Maker = (random, known) => {
  const agent = target(random, known);
  const path = `/api/agents/${agent.name}${chance(random, 0.1) ? '/dependents' : ''}`;
  return { method: 'GET', path, headers: chance(random, 0.5) ? { 'if-none-match': condition(random, agent) } : {} };
};

const deleteAgent: Maker = (random, known) => {
  const agent = target(random, known);
  const headers = chance(random, 0.3) ? { 'if-match': condition(random, agent) } : {};
  return { method: 'DELETE', path: `/api/agents/${agent.name}`, headers };
};

const sorts = ['name', '-name', 'updatedAt', '-updatedAt', 'createdAt', '-createdAt'];

const listAgents: Maker = (random, known) => {
  const query = new URLSearchParams();
  const perhaps = (share: number, name: string, value: () => string | number) => {
    if (chance(random, share)) query.set(name, String(value()));
  };
  perhaps(0.6, 'sort', () => pick(random, sorts));
  perhaps(0.7, 'limit', () => pick(random, [1, 2, 3, 5, 20, 100]));
  perhaps(0.5, 'q', () => searchText(random));
  perhaps(0.3, 'workspaceId', () => anyWorkspace(random, known));
  perhaps(0.2, 'status', () => pick(random, ['active', 'inactive']));
  perhaps(0.2, 'model', () => pick(random, models));
  perhaps(0.3, 'includeTotal', () => pick(random, ['true', 'false']));
  perhaps(0.02, 'cursor', () => pick(random, ['', 'x', 'W10', 'cursor.no1', 'bnVsbA', 'WzEsMiwzXQ']));
  perhaps(0.02, pick(random, ['limit', 'sort', 'statsu', 'includeTotal']), () => pick(random, ['0', '101', 'x', '']));
  return { method: 'GET', path: `/api/agents?${query}` };
};

/** The page after the last one, mostly with the same filters and the same person. */
const followPage: Maker = (random, known) => {
  if (known.page === undefined) return listAgents(random, known);
  const { operation, cursor } = known.page;
  const [path = '', query] = operation.path.split('?');
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  if (chance(random, 0.2)) next.set('limit', String(between(random, 1, 100)));
  if (chance(random, 0.05)) next.set('q', 'a');
  const draft = { method: 'GET', path: `${path}?${next}` };
  return chance(random, 0.8) ? Object.assign(draft, { by: operation.by }) : draft;
};

const useWorkspaces: Maker = (random, known) => {
  const path = `/api/workspaces/${anyWorkspace(random, known)}`;
  const name = chance(random, 0.5) ? nameText(random) : pick(random, ['Home', 'home', 'HOME', 'Café', 'CAFE\u0301']);
  const page = `limit=${pick(random, [1, 2, 20])}&includeTotal=${pick(random, ['true', 'false'])}`;
  return pick<Draft>(random, [
    json(chance(random, 0.3) && known.workspaces.length < 12 ? 'POST' : 'PUT', '/api/workspaces', { name }),
    json('PUT', path, chance(random, 0.9) ? { name } : { nam: name }),
    { method: 'GET', path },
    { method: 'GET', path: `/api/workspaces?${page}` },
    { method: 'GET', path: `${path}/members?${page}` },
    json('PUT', `${path}/members/${pick(random, known.users)}`, {
      role: pick(random, ['owner', 'admin', 'editor', 'viewer', 'owner', 'admin', 'king']),
    }),
  ]);
};

const useInvitations: Maker = (random, known) => {
  const path = `/api/workspaces/${anyWorkspace(random, known)}/invitations`;
  const open = known.invitations.length > 0 ? pick(random, known.invitations) : undefined;
  const email = pick(random, ['new@example.com', 'NEW@example.com', 'other@example.com', 'none', 'é@example.com']);
  return pick<Draft>(random, [
    json('POST', path, { email, role: pick(random, ['admin', 'editor', 'viewer', 'none']) }),
    { method: 'GET', path: `${path}?limit=${pick(random, [1, 20])}` },
    { method: 'DELETE', path: `/api/workspaces/${open?.workspace}/invitations/${open?.name}` },
    json('POST', '/api/invitations/preview', { token: open?.token ?? 'none' }),
  ]);
};

const useKeys: Maker = (random, known) => {
  const path = `/api/api-keys/${pick(random, [...known.keys, 'key_00000000000000000000000000'])}`;
  return pick<Draft>(random, [
    { method: 'GET', path: `/api/api-keys?limit=${pick(random, [1, 2, 20])}` },
    { method: 'GET', path: `/api/api-keys?status=${pick(random, ['active', 'revoked', 'gone'])}` },
    { method: 'GET', path },
    json('PUT', path, { name: nameText(random) }),
    { method: 'GET', path: '/api/me' },
    json('PUT', '/api/me', { name: pick(random, ['Ann', 'É', '']) }),
  ]);
};

const sendNonsense: Maker = (random, known) => {
  const agent = `/api/agents/${target(random, known).name}`;
  const body = pick(random, wrongBodies);
  return pick<Draft>(random, [
    json('POST', '/api/agents', body),
    json('PUT', agent, body),
    { method: 'POST', path: '/api/agents', headers: { 'content-type': 'text/plain' }, body: 'name=a' },
    { method: 'PATCH', path: agent },
    { method: 'GET', path: '/api/nothing' },
    { method: 'GET', path: '/api/agents', headers: { authorization: 'Bearer parley_none' } },
  ]);
};

/** The percentage of each kind of operation. */
const shares: readonly (readonly [share: number, maker: Maker])[] = [
  [21, createAgent],
  [3, repeatCreation],
  [19, updateAgent],
  [9, readAgent],
  [9, deleteAgent],
  [13, listAgents],
  [11, followPage],
  [6, useWorkspaces],
  [3, useInvitations],
  [3, useKeys],
  [3, sendNonsense],
];

function chosen(random: Random): Maker {
  let rest = random() * 100;
  for (const [share, maker] of shares) {
    rest -= share;
    if (rest < 0) return maker;
  }
  return readAgent;
}

import { allowed, found, withDefault } from './checks.ts';
import { externalId, type Given, named, path, type Row, type Slot } from './row.ts';

const source = { id: path('source') };
const qaSource = { id: path('qaSource') };

type Permission = 'agents:read' | 'agents:write' | 'workspace:admin';
const ofSource = (permission: Permission) => [found('id', 'knowledge_source_not_found'), allowed('id', permission)];

const optional = (kind: Slot['kind']): Slot => ({ in: 'query', kind, optional: true });

const read: Row = { needs: 'agents:read', status: 200, slots: source, checks: ofSource('agents:read') };
const write: Row = { needs: 'agents:write', status: 200, slots: source, checks: ofSource('agents:write') };

const documentSource = { id: path('documentSource') };

/** A document that isn't of the source answers like an unknown one. */
const item: Row = {
  ...write,
  slots: { ...documentSource, documentId: path('item') },
  checks: [
    ...ofSource('agents:write'),
    found('documentId', 'document_not_found'),
    sameAs('documentId', 'document_not_found'),
  ],
};

/** A pair or a chunk that isn't of the source answers like an unknown one. */
const pair: Row = {
  ...write,
  slots: { ...qaSource, pairId: path('pair') },
  checks: [...ofSource('agents:write'), found('pairId', 'pair_not_found'), sameAs('pairId', 'pair_not_found')],
};

function sameAs(slot: string, code: 'pair_not_found' | 'chunk_not_found' | 'document_not_found') {
  return (_subject: unknown, aims: Readonly<Record<string, string>>) =>
    aims[slot] === aims['id'] ? undefined : ({ status: 404, code } as const);
}

const text = ({ marker, serial }: Given) => `${marker} ${serial}`;

/** Calls of the endpoints of knowledge sources, and their permissions. */
export const knowledgeRows: Readonly<Record<string, Row>> = {
  createKnowledgeSource: {
    needs: 'agents:write',
    status: 201,
    slots: { workspaceId: { in: 'body', kind: 'workspace', optional: true } },
    body: (given) => ({ ...named(given), type: 'text', text: text(given) }),
    checks: [
      withDefault('workspaceId', 'agents:write', [
        found('workspaceId', 'workspace_not_found'),
        allowed('workspaceId', 'agents:write'),
      ]),
    ],
  },
  listKnowledgeSources: {
    needs: 'agents:read',
    status: 200,
    // They only narrow the list, so one out of reach gives an empty list.
    slots: { workspaceId: optional('workspace'), agentId: optional('agent') },
  },
  getKnowledgeSource: read,
  updateKnowledgeSource: { ...write, body: named },
  putKnowledgeSource: {
    needs: 'agents:write',
    status: 201,
    slots: { workspaceId: optional('workspace') },
    params: externalId,
    body: (given) => ({ ...named(given), type: 'text', text: text(given) }),
    checks: [
      withDefault('workspaceId', 'agents:write', [
        found('workspaceId', 'workspace_not_found'),
        allowed('workspaceId', 'agents:write'),
      ]),
    ],
  },
  getKnowledgeSourceHook: read,
  // A source of a text is not synced with anything.
  rotateKnowledgeSourceHook: { ...write, status: 400, code: 'bad_request', body: () => ({}) },
  deleteKnowledgeSourceHook: write,
  // Without a hook, as for a source that doesn't exist.
  receiveKnowledgeSourceHook: { needs: 'nothing', status: 401, code: 'invalid_signature', slots: source },
  deleteKnowledgeSource: { needs: 'workspace:admin', status: 200, slots: source, checks: ofSource('workspace:admin') },
  syncKnowledgeSource: write,
  // No version waits.
  reviewKnowledgeSource: { ...write, status: 409, code: 'review_not_waiting', body: () => ({ approve: true }) },
  // A source of another type.
  replaceKnowledgeSourceFile: { ...write, status: 400, code: 'bad_request' },
  // Its text isn't stored.
  getKnowledgeSourceContent: { ...read, status: 400, code: 'bad_request' },
  listKnowledgeSourceAgents: read,
  listKnowledgeSyncs: read,
  listKnowledgeDocuments: read,
  addKnowledgeDocuments: {
    ...write,
    status: 201,
    slots: documentSource,
    body: (given) => ({ documents: [{ text: text(given) }] }),
  },
  putKnowledgeDocument: {
    ...write,
    status: 201,
    slots: documentSource,
    params: externalId,
    body: (given) => ({ text: text(given) }),
  },
  getKnowledgeDocument: {
    ...item,
    needs: 'agents:read',
    checks: [...ofSource('agents:read'), sameAs('documentId', 'document_not_found')],
  },
  updateKnowledgeDocument: { ...item, body: (given) => ({ title: text(given) }) },
  deleteKnowledgeDocument: item,
  // It only narrows the list.
  listKnowledgeChunks: { ...read, slots: { ...source, documentId: optional('document') } },
  updateKnowledgeChunk: {
    ...write,
    slots: { ...source, number: path('chunk') },
    body: () => ({ enabled: false }),
    checks: [...ofSource('agents:write'), sameAs('number', 'chunk_not_found')],
  },
  listKnowledgePairs: read,
  createKnowledgePair: {
    ...write,
    status: 201,
    slots: qaSource,
    body: (given) => ({ question: text(given), answer: text(given) }),
  },
  importKnowledgePairs: {
    ...write,
    slots: qaSource,
    body: (given) => ({ csv: `${text(given)},${text(given)}` }),
  },
  exportKnowledgePairs: read,
  getKnowledgePair: {
    ...pair,
    needs: 'agents:read',
    checks: [...ofSource('agents:read'), sameAs('pairId', 'pair_not_found')],
  },
  updateKnowledgePair: { ...pair, body: (given) => ({ answer: text(given) }) },
  deleteKnowledgePair: pair,
};

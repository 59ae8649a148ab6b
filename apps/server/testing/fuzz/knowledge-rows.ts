import { statement } from '../../src/storage/unit.ts';
import { signedHeaders } from '../servers/webhook-server.ts';
import type { Cast } from './cast.ts';
import type { Row } from './row.ts';

/** Bodies that only some types of sources take, and bodies whose type takes none of their fields. */
const ofType = { validation_failed: 'Each field is for some types of sources only; types are drawn at random.' };
const ofDocument = {
  validation_failed: 'Forms of one file are drawn at random; a new document needs a text.',
};
const full = { quota_exceeded: 'A source has at most 1,000 pairs.' };

/** Calls of the operations on knowledge sources with which a valid request succeeds. */
export async function knowledgeRows({ service, owner, made }: Cast): Promise<Record<string, Row>> {
  const { db } = service;
  const { key: headers } = owner;
  const make = async (draft: object) => String((await made.post('/api/knowledge-sources', draft))['_id']);
  const qa = () => make({ type: 'qa', name: 'Questions', pairs: [{ question: 'Why?', answer: 'Because.' }] });
  const text = () => make({ type: 'text', name: 'Text', text: 'Some text.' });
  const [source, questions, website] = [
    await text(),
    await qa(),
    await make({ type: 'website', name: 'Site', url: 'https://parley.invalid/' }),
  ];
  const documents = await make({ type: 'documents', name: 'Handbook' });
  const documentOf = async () => {
    const path = `/api/knowledge-sources/${documents}/documents`;
    const { items } = await made.post(path, { documents: [{ text: 'Some text.' }] });
    const [item] = items as readonly { readonly _id: string }[];
    return { headers, params: { id: documents, documentId: item?._id ?? '' } };
  };
  const one = { headers, params: { id: source } };
  const pairOf = async () => {
    const data = await made.post(`/api/knowledge-sources/${questions}/pairs`, { question: 'Why?', answer: 'So.' });
    return { headers, params: { id: questions, pairId: String(data['_id']) } };
  };
  /** A version that waits is made by a site that loses pages. */
  const waiting = async () => {
    const id = await text();
    const set = { review: JSON.stringify({ version: 9 }), next_version: 9, status: 'ready' };
    const sync = {
      ...{ id: `sync_${id}`, workspace_id: owner.workspace, source_id: id, version: 9, cause: 'requested' },
      ...{ outcome: 'review', facts: '{}', error: null, replay: null, created_at: 1, ended_at: null },
    };
    await db.write([
      statement(db.query.deleteFrom('jobs').where('dedupe_key', '=', id)),
      statement(db.query.updateTable('knowledge_sources').set(set).where('id', '=', id)),
      statement(db.query.insertInto('knowledge_syncs').values(sync)),
    ]);
    return { headers, params: { id } };
  };
  return {
    createKnowledgeSource: {
      target: (body) => ({ headers, body: fitted(body) }),
      conflicts: {
        ...ofType,
        external_id_conflict: 'IDs are drawn at random.',
        quota_exceeded: 'An account has at most 100 sources unless its plan says otherwise.',
      },
    },
    listKnowledgeSources: {
      target: () => ({ headers, query: { workspaceId: owner.workspace } }),
    },
    getKnowledgeSource: { target: () => one },
    updateKnowledgeSource: {
      target: (body) => ({
        ...{ headers, params: { id: website } },
        body: {
          ...('text' in body && { text: undefined }),
          ...('connection' in body && { connection: undefined }),
          ...('url' in body && { url }),
        },
      }),
      conflicts: { ...ofType, external_id_conflict: 'IDs are drawn at random.' },
    },
    putKnowledgeSource: {
      target: (body) => {
        const of = { type: 'qa', ...body };
        // A source of another type can't be updated to be one of this.
        const params = { externalId: encodeURIComponent(`the-${[...String(of.type)].slice(0, 20).join('')}`) };
        return { headers, params, query: { workspaceId: owner.workspace }, body: fitted(of) };
      },
      conflicts: { ...ofType, quota_exceeded: 'An account has at most 100 sources unless its plan says otherwise.' },
    },
    deleteKnowledgeSource: { target: async () => ({ headers, params: { id: await qa() } }) },
    syncKnowledgeSource: { target: () => one },
    ...hookRows({ cast: { service, owner, made }, website }),
    reviewKnowledgeSource: { target: waiting, conflicts: { review_not_waiting: 'Another sync has replaced it.' } },
    replaceKnowledgeSourceFile: {
      target: () => one,
      conflicts: { bad_request: 'The source has no file.' },
      neverAccepted: 'A source of a file needs a stored one.',
    },
    getKnowledgeSourceContent: { target: () => one },
    listKnowledgeSourceAgents: { target: () => one },
    listKnowledgeSyncs: { target: () => one },
    ...documentRows({ headers, documents, documentOf }),
    listKnowledgeChunks: { target: () => one },
    updateKnowledgeChunk: {
      target: () => ({ headers, params: { id: source, number: '999999' } }),
      conflicts: { chunk_not_found: 'Numbers are those of a sync.' },
      neverAccepted: 'A sync gives the numbers.',
    },
    listKnowledgePairs: { target: () => ({ headers, params: { id: questions } }) },
    createKnowledgePair: { target: async () => ({ headers, params: { id: await qa() } }), conflicts: full },
    importKnowledgePairs: {
      target: async ({ csv }) => {
        const answer = [...String(csv)].slice(0, 1_000).join('').replaceAll('"', '""');
        const body = typeof csv === 'string' ? { csv: `question,answer\r\nWhy?,"So: ${answer}"` } : {};
        return { headers, params: { id: await qa() }, body };
      },
      conflicts: full,
    },
    exportKnowledgePairs: { target: () => ({ headers, params: { id: questions } }) },
    getKnowledgePair: { target: pairOf },
    updateKnowledgePair: { target: pairOf, conflicts: full },
    deleteKnowledgePair: { target: pairOf, conflicts: full },
  };
}

const url = 'https://parley.invalid/';

/** Replaces a random URL, which is hardly ever one. */
const linked = (body: Readonly<Record<string, unknown>>) => (body?.['url'] == null ? {} : { url });

const ofSite = ['include', 'exclude', 'maxPages', 'maxDepth'];

/** Fields that a connected source needs. */
const connected: Readonly<Record<string, object>> = {
  git: { url: 'https://git.example/docs.git' },
  s3: { url: 'https://s3.example', connection: { bucket: 'docs' } },
  notion: { connection: { token: 'ntn_secret' } },
};

/** The fields that are for each type of source. */
const fields: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  qa: ['pairs'],
  url: ['url', 'syncInterval'],
  website: ['url', 'syncInterval', ...ofSite],
};

/** Removes the fields of other types from a random draft, and adds those that its type needs. */
function fitted(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const type = String(body['type']);
  const all = new Set([...Object.values(fields).flat(), 'connection']);
  const strange = [...all].filter((name) => name in body && fields[type]?.includes(name) !== true);
  return {
    ...Object.fromEntries(strange.map((name) => [name, undefined])),
    ...('name' in body ? {} : { name: 'Named' }),
    ...('workspaceId' in body && { workspaceId: undefined }),
    ...(type === 'text' && !('text' in body) && { text: 'Some text.' }),
    ...((type === 'url' || type === 'website') && { url }),
    ...connected[type],
  };
}

/** Inputs of the calls of the operations on documents. */
interface DocumentCast {
  readonly headers: Cast['owner']['key'];
  /** The source of documents. */
  readonly documents: string;
  /** Adds a document and returns a call of its own. */
  documentOf(): Promise<{ readonly headers: Cast['owner']['key']; readonly params: Record<string, string> }>;
}

/** Calls of the operations on the documents of a source. */
const documentRows = ({ headers, documents, documentOf }: DocumentCast): Record<string, Row> => ({
  listKnowledgeDocuments: { target: () => ({ headers, params: { id: documents } }) },
  addKnowledgeDocuments: {
    target: ({ documents: drafts }) => ({
      ...{ headers, params: { id: documents } },
      body: Array.isArray(drafts) ? { documents: drafts.map((draft) => ({ ...draft, ...linked(draft) })) } : {},
    }),
    conflicts: {
      ...ofDocument,
      external_id_conflict: 'IDs are drawn at random.',
      quota_exceeded: 'A source has at most 10,000 documents.',
    },
  },
  putKnowledgeDocument: {
    target: (body) => ({ headers, params: { id: documents }, body: linked(body) }),
    conflicts: ofDocument,
  },
  getKnowledgeDocument: { target: documentOf },
  updateKnowledgeDocument: {
    target: async (body) => ({ ...(await documentOf()), body: linked(body) }),
    conflicts: { ...ofDocument, external_id_conflict: 'IDs are drawn at random.' },
  },
  deleteKnowledgeDocument: { target: documentOf },
});

/** Calls of the operations on the hooks of sources. */
const hookRows = ({
  cast: { service, owner, made },
  website,
}: {
  readonly cast: Pick<Cast, 'service' | 'owner' | 'made'>;
  readonly website: string;
}): Record<string, Row> => {
  const one = { headers: owner.key, params: { id: website } };
  const websites: Promise<string>[] = [];
  let turn = 0;
  const add = () => {
    const source = made.post('/api/knowledge-sources', { type: 'website', name: 'Hooked', url });
    const id = source.then(({ _id }) => String(_id));
    websites.push(id);
    return id;
  };
  return {
    getKnowledgeSourceHook: { target: () => one },
    rotateKnowledgeSourceHook: {
      // In turn, because of those for one source at the same moment only one is accepted.
      target: async () => {
        const next = websites.length < 16 ? undefined : websites[turn++ % websites.length];
        return { headers: owner.key, params: { id: await (next ?? add()) } };
      },
      conflicts: { version_conflict: 'Another request made a secret at the same moment.' },
    },
    deleteKnowledgeSourceHook: { target: () => one },
    receiveKnowledgeSourceHook: {
      target: async () => {
        // A source of its own: a secret that others rotate at the same moment would be refused.
        const { _id: id } = await made.post('/api/knowledge-sources', { type: 'website', name: 'Hooked', url });
        const { secret } = await made.post(`/api/knowledge-sources/${id}/hook`, {});
        const text = JSON.stringify({ ref: 'refs/heads/main' });
        const signed = signedHeaders(String(secret), text, { at: service.now() });
        return { params: { id: String(id) }, bytes: Buffer.from(text), headers: signed };
      },
      // Wrong signatures of an address are counted.
      atMost: 100,
    },
  };
};

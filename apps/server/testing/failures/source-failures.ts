import type { Person, Service } from '../harness.ts';
import { send } from '../request.ts';

/** The dependencies of the provoked failures. */
interface World {
  readonly parley: Service;
  readonly key: string;
  readonly alice: Person;
}

const call = ({ parley, key }: World, operation: string, body?: Readonly<Record<string, unknown>>) => {
  const [method = '', path = ''] = operation.split(' ');
  return send(parley.url, { method, path, key, ...(body !== undefined && { body }) });
};

const makeSource = async (world: World): Promise<string> => {
  const made = await call(world, 'POST /api/knowledge-sources', { type: 'qa', name: 'Questions' });
  return (made.json()['data'] as { _id: string })._id;
};

/** The errors of knowledge sources, each with a call that causes it. */
export const sourceFailures = {
  knowledge_source_not_found: { by: (world: World) => call(world, 'GET /api/knowledge-sources/src_none') },
  pair_not_found: {
    by: async (world: World) => call(world, `DELETE /api/knowledge-sources/${await makeSource(world)}/pairs/pair_none`),
  },
  document_not_found: {
    by: async (world: World) => call(world, `GET /api/knowledge-sources/${await makeSource(world)}/documents/doc_none`),
  },
  external_id_conflict: {
    by: async (world: World) => {
      const made = await call(world, 'POST /api/knowledge-sources', { type: 'documents', name: 'Handbook' });
      const { _id } = made.json()['data'] as { _id: string };
      const body = { documents: [{ text: 'One.', externalId: 'cms-1' }] };
      await call(world, `POST /api/knowledge-sources/${_id}/documents`, body);
      return call(world, `POST /api/knowledge-sources/${_id}/documents`, body);
    },
    body: {
      error: 'Another document of the source has this externalId.',
      hint: 'Update it with PUT …/by-external-id/{externalId}.',
    },
  },
  chunk_not_found: {
    by: async (world: World) =>
      call(world, `PUT /api/knowledge-sources/${await makeSource(world)}/chunks/1`, { enabled: false }),
  },
  review_not_waiting: {
    by: async (world: World) =>
      call(world, `POST /api/knowledge-sources/${await makeSource(world)}/review`, { approve: true }),
  },
  source_in_use: {
    by: async (world: World) => {
      const source = await makeSource(world);
      await call(world, 'POST /api/agents', { name: 'Reader', knowledgeSources: [source] });
      return call(world, `DELETE /api/knowledge-sources/${source}`);
    },
    body: {
      error: 'The knowledge source is used by 1 agent: Reader.',
      hint: 'Remove it from these agents, or send force=true.',
    },
  },
};

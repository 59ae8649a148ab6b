import { Type } from 'typebox';
import { type Actor, demand, reachOf } from '../src/access/actor.ts';
import { AppError } from '../src/errors.ts';
import { multipartBody, rawBody } from '../src/http/body.ts';
import { type Caller, type Endpoint, endpoint } from '../src/http/endpoint.ts';
import type { Upload } from '../src/storage/blobs/blob-rows.ts';
import type { Blobs } from '../src/storage/blobs/blobs.ts';
import type { Database } from '../src/storage/database.ts';
import type { Statement } from '../src/storage/unit.ts';

/** Faults of endpoints, for tests of the tests. */
export interface Flaws {
  /** Accept an agent of any workspace. */
  readonly anyAgent?: boolean;
  /** Write before they check the caller's rights. */
  readonly early?: boolean;
  /** Accept more: any text, a role, more files, any media type. */
  readonly lax?: boolean;
}

const mebibyte = 1024 * 1024;
const common = {
  method: 'POST',
  access: 'agents:write',
  tag: 'Test',
  summary: 'Test.',
  params: Type.Object({ id: Type.String() }),
  data: Type.Object({ count: Type.Integer() }),
  errors: ['agent_not_found'],
} as const;

const strictFields = {
  title: Type.String({ minLength: 1, maxLength: 20 }),
  kind: Type.Optional(Type.String({ enum: ['text', 'table'] })),
  pages: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  draft: Type.Optional(Type.Boolean()),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 10 }), { maxItems: 3 })),
};
const laxFields = {
  ...{ title: Type.String(), kind: Type.Optional(Type.String()), pages: Type.Optional(Type.String()) },
  ...{
    draft: Type.Optional(Type.String()),
    role: Type.Optional(Type.String()),
    tags: Type.Optional(Type.Array(Type.String())),
  },
};

/** Two endpoints of an agent as features have them: one that keeps the files of a form, one for raw bytes. */
export const agentBodies =
  (blobsOf: () => Blobs, { anyAgent = false, early = false, lax = false }: Flaws = {}) =>
  (db: Database): Endpoint[] => {
    const workspaceOf = async (actor: Actor, id: string): Promise<string> => {
      const query = db.query.selectFrom('agents').select('workspace_id').where('id', '=', id);
      const [agent] = await db.read(query);
      if (agent === undefined || !(anyAgent || reachOf(actor).includes(agent.workspace_id)))
        throw new AppError('agent_not_found', 'Agent not found.');
      if (!anyAgent) demand(actor, 'agents:write', agent.workspace_id);
      return agent.workspace_id;
    };
    const hold = (workspace: string, uploads: readonly Upload[]): Statement[] =>
      uploads.flatMap((upload) => blobsOf().hold(workspace, upload));
    /** Checks the agent, and keeps the files in its workspace. */
    const keep = async ({ actor, remember }: Caller, id: string, uploads: readonly Upload[]) => {
      const [own = ''] = reachOf(actor);
      if (early && own !== '') await db.write(hold(own, uploads));
      const workspace = await workspaceOf(actor, id);
      const answer = { data: { count: uploads.length } };
      await db.write([...(early ? [] : hold(workspace, uploads)), ...remember(answer)]);
      return answer;
    };
    const fields = Type.Object(lax ? laxFields : strictFields, { additionalProperties: false });
    return [
      endpoint({
        ...common,
        id: 'testAgentFiles',
        client: 'testing.testAgentFiles',
        path: '/api/test/agents/:id/files',
        body: multipartBody({
          fields,
          files: {
            file: { description: 'The files.', maxBytes: mebibyte, maxCount: lax ? 9 : 2 },
            cover: { description: 'A picture.', maxBytes: mebibyte, required: false },
          },
          receive: (_call, { content }) => blobsOf().put(content, { maxBytes: mebibyte }),
          discard: (upload: Upload) => void blobsOf().discard(upload),
        }),
        handle: (call) =>
          keep(
            call,
            call.params.id,
            Object.values(call.files).flatMap((files) => files.map(({ received }) => received)),
          ),
      }),
      endpoint({
        ...common,
        id: 'testAgentBytes',
        client: 'testing.testAgentBytes',
        path: '/api/test/agents/:id/bytes',
        body: rawBody({
          types: lax ? ['*'] : ['application/json', 'text/plain'],
          maxBytes: 1000,
          description: 'Bytes.',
        }),
        handle: (call) => keep(call, call.params.id, []),
      }),
    ];
  };

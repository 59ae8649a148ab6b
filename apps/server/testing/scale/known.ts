import type { Answer, Operation } from './twins.ts';

/** An agent from an answer, and the version in its ETag. */
export interface KnownAgent {
  readonly name: string;
  readonly version: number;
  /** The last answer about it, masked. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Names that the answers so far have shown; further operations refer to them. */
export interface Known {
  readonly workspaces: string[];
  readonly users: readonly string[];
  readonly keys: readonly string[];
  readonly sources: readonly string[];
  readonly agents: Map<string, KnownAgent>;
  /** Deleted agents. */
  readonly gone: string[];
  readonly invitations: { readonly workspace: string; readonly name: string; readonly token: string }[];
  /** Creations with an Idempotency-Key. */
  readonly creations: Operation[];
  /** The last page that had a next one: its query and the cursor. */
  page: { readonly operation: Operation; readonly cursor: string } | undefined;
}

/** Max remembered items of kinds that only grow. */
const most = 50;

const remember = <Thing>(things: Thing[], thing: Thing) => {
  things.push(thing);
  if (things.length > most) things.shift();
};

/** Learns from an answer. */
export function learn(known: Known, operation: Operation, answer: Answer): void {
  if (operation.headers['idempotency-key'] !== undefined) remember(known.creations, operation);
  if (answer.status >= 300) return;
  const { data } = JSON.parse(answer.body) as { data?: Readonly<Record<string, unknown>> };
  const id = String(data?.['_id']);
  const [, kind, name = '', collection] = operation.path.split(/[/?]/).slice(1);
  if (data === undefined) {
    if (kind === 'agents' && known.agents.delete(name)) remember(known.gone, name);
  } else if (kind === 'agents' && id.startsWith('agent.') && !known.gone.includes(id)) {
    known.agents.set(id, { name: id, version: Number(answer.etag?.slice(1, -1)), body: data });
  } else if (kind === 'workspaces' && id.startsWith('ws.') && !known.workspaces.includes(id)) {
    remember(known.workspaces, id);
  } else if (collection === 'invitations' && id.startsWith('inv.')) {
    const [, token = ''] = String(data['url']).split('#token=');
    remember(known.invitations, { workspace: name, name: id, token });
  }
  const next = data?.['nextCursor'];
  if (typeof next === 'string') known.page = { operation, cursor: next };
}

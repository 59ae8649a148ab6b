import type { Exchange, Message, Parley, ToolCreateParams } from '@parley/sdk';
import { beforeAll, expect, vi } from 'vitest';
import { statement } from '../../src/storage/unit.ts';
import type { Person, Service } from '../harness.ts';
import type { Acts } from '../servers/acts.ts';
import type { FakeProvider, Play } from '../servers/fake-provider.ts';
import { calls, type FakeCall } from '../servers/fake-tools.ts';

/** For what another process or a job does. */
export const patient = { timeout: 30_000, interval: 25 };

/** The acts of an agent with one tool in a test. */
export interface Acting {
  /** Plays of its model after the name of its tool. */
  plays(tool: string): readonly [Play, ...Play[]];
  readonly tool?: Partial<ToolCreateParams>;
  /** True unless set. */
  readonly requiresApproval?: boolean;
}

/** A call of a tool. */
export const callOf = (name: string, given: unknown): FakeCall => ({ name, arguments: JSON.stringify(given) });

/** Calls a tool for orders. */
export const orders = (name: string, ...numbers: readonly string[]): Play =>
  calls(numbers.map((order) => callOf(name, { order })));

/** Texts of the results that a prompt has. */
export const toolTexts = (asked: { readonly messages: readonly { role: string; content: string }[] } | undefined) =>
  (asked?.messages ?? []).flatMap(({ role, content }) => (role === 'tool' ? [content] : []));

export const orderSchema = {
  type: 'object',
  properties: { order: { type: 'string' } },
  required: ['order'],
  additionalProperties: false,
};

let made = 0;

/** Creates agents whose model calls a tool, which sends requests to a real service. */
export function actingAgents(parley: Service, { provider, acts }: { provider: FakeProvider; acts: Acts }) {
  let alice: Person;
  let client: Parley;
  beforeAll(async () => {
    alice = await parley.person({ plan: 'business' });
    client = await alice.client();
  });

  const make = async ({ plays, tool, requiresApproval = true }: Acting, as: Parley = client) => {
    made += 1;
    const [name, model, path] = [`act_${made}`, `acts-${made}`, `/act/${made}`];
    provider.play(model, ...plays(name));
    const settings = { method: 'POST', url: acts.url + path };
    const created = await as.tools.create({
      ...{ type: 'http', name, description: 'Pays an order.', inputSchema: orderSchema, idempotent: false },
      ...(tool?.type === undefined && { settings }),
      ...tool,
    });
    const agent = await as.agents.create({
      ...{ name: 'Acts', model: `fake/${model}`, tools: [{ id: created._id, requiresApproval }] },
    });
    return {
      ...{ agent: agent._id, tool: created, path, model },
      /** The requests to its model. */
      asked: () => provider.asked.filter((each) => each.model === model),
      /** The bodies that the service has received. */
      done: () => acts.at(path).map(({ body }) => JSON.parse(body) as unknown),
    };
  };

  const waitingIn = async (conversationId: string) =>
    (await client.toolCalls.list({ conversationId, status: 'waiting' })).items;

  const replyOf = ({ reply }: Exchange): Message => {
    if (reply === null) throw new Error('There is no reply.');
    return reply;
  };

  return {
    alice: () => alice,
    client: () => client,
    make,
    waitingIn,
    /** Makes an agent and a reply of it whose calls wait, oldest first. */
    begin: async (acting: Acting) => {
      const agent = await make(acting);
      const exchange = await client.agents.chat(agent.agent, { content: 'Go' });
      const reply = replyOf(exchange);
      expect(reply.status).toBe('requires_action');
      const conversation = reply.conversation;
      const waiting = (await waitingIn(conversation)).reverse();
      const [first] = waiting;
      if (first === undefined) throw new Error('No call waits.');
      return { ...agent, reply: reply._id, conversation, waiting, call: first._id };
    },
    /** Waits until a reply has a status, and returns it. */
    until: (message: string, status: Message['status']) =>
      vi.waitFor(async () => {
        const found = await client.messages.retrieve(message);
        expect(found.status).toBe(status);
        return found;
      }, patient),
    /** Ends the time of calls of a reply, and waits until they have expired. */
    expire: async (reply: string, ids: readonly string[]): Promise<void> => {
      const { db, features } = parley;
      const past = parley.now() - 1_000;
      await db.write([statement(db.query.updateTable('tool_calls').set({ deadline: past }).where('id', 'in', ids))]);
      const waiting = db.query.selectFrom('tool_calls').select('id').where('id', 'in', ids);
      // A job that runs now may still be enqueued for the time that was the end.
      await vi.waitFor(async () => {
        const due = db.query.updateTable('jobs').set({ run_at: past }).where('dedupe_key', '=', reply);
        await db.write([statement(due.where('state', 'in', ['ready', 'waiting']))]);
        await features.jobs.poll();
        expect(await db.read(waiting.where('status', '=', 'waiting'))).toEqual([]);
      }, patient);
    },
  };
}

/** The results in a reply. */
export const resultsIn = ({ parts }: Message) => parts.flatMap((part) => (part.type === 'tool-result' ? [part] : []));

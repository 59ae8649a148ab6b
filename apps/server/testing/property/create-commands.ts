import { expect } from 'vitest';
import type { WireReply } from '../processes/wire.ts';
import { type Command, command, type Fields, know, type SourceChoice, sourcesOf, strangeSource } from './command.ts';
import {
  type AgentBody,
  dataOf,
  expectRefused,
  invalidField,
  lackOfRole,
  lackOfScope,
  type Model,
  noteEvent,
  pick,
  type Refusal,
  sendAs,
  timeOf,
  workspaceMissing,
} from './model.ts';
import type { Actor, World } from './world.ts';

/** Creates an agent, optionally under a used Idempotency-Key. */
export interface CreateChoice {
  readonly by: number;
  readonly fields: Fields & { readonly name: string };
  /** A workspace by its number; undefined omits it, -1 is one that doesn't exist. */
  readonly place: number | undefined;
  readonly source: SourceChoice;
  readonly key: string | undefined;
}

const request = (actor: Actor, body: string, key: string | undefined) => ({
  method: 'POST',
  path: '/api/agents',
  headers: {
    ...actor.headers,
    'content-type': 'application/json',
    ...(key !== undefined && { 'idempotency-key': key }),
  },
  body,
});

export const createAgent = (choice: CreateChoice): Command =>
  command('create', choice, async (model, world) => {
    const { key } = choice;
    const { actor, body, refusal, fields } = plan(model, world, choice);
    const started = Date.now();
    const reply = await sendAs(world, actor, request(actor, body, key));
    if (refusal !== undefined) return expectRefused(reply, refusal);
    const first = model.kept.get(`${actor.owner} ${key}`);
    if (first !== undefined) return expectReplayed(reply, first.reply);
    const data = dataOf(reply, 201);
    const { _id: id, createdAt } = data;
    expect(data).toEqual({ ...fields, _id: id, createdAt, updatedAt: createdAt });
    expect(id).toMatch(/^agent_[0-9a-z]{26}$/);
    expect(model.agentIds).not.toContain(id);
    expect(timeOf(createdAt)).toBeGreaterThanOrEqual(started);
    expect(timeOf(createdAt)).toBeLessThanOrEqual(Date.now());
    expect(reply.headers.location).toBe(`/api/agents/${id}`);
    expect(reply.headers['idempotent-replayed']).toBeUndefined();
    know(model, reply, { body: data as unknown as AgentBody, version: 1 });
    model.agentIds.push(String(id));
    noteEvent(model, 'agent.created');
    if (key !== undefined) model.kept.set(`${actor.owner} ${key}`, { actor, key, body, reply });
  });

/** The request of a choice with its expected refusal, or else the agent's expected fields. */
function plan(model: Model, world: World, choice: CreateChoice) {
  const actor = pick(world.actors, choice.by);
  const named = workspaceOf(world, choice.place);
  const workspace = named ?? actor.home;
  const knowledgeSources = sourcesOf(world, workspace, choice.source);
  const workspaceId = named === undefined ? {} : { workspaceId: named };
  const body = JSON.stringify({ ...choice.fields, ...workspaceId, ...(knowledgeSources && { knowledgeSources }) });
  const refusal =
    lackOfScope(actor, 'agents:write') ??
    refuseRepeat(model, actor, { key: choice.key, body }) ??
    (named === undefined ? lackOfChoice(actor) : undefined) ??
    lackOfRole(actor, 'agents:write', { workspace, missing: workspaceMissing }) ??
    strangeSource(choice.source);
  const fields = {
    description: '',
    systemPrompt: '',
    model: 'builtin/extract',
    fallbackModels: [],
    temperature: 0.7,
    status: 'active',
    answerMode: 'open',
    groundingJudge: 'rules',
    rerank: false,
    knowledgeFilter: null,
    tools: [],
    handover: {
      onFailedReply: false,
      onNegativeRating: false,
      onUnanswered: false,
      keywords: [],
      when: [],
      team: null,
    },
    externalId: null,
    metadata: {},
    ...(JSON.parse(JSON.stringify(choice.fields)) as Fields),
    workspace,
    knowledgeSources: knowledgeSources ?? [],
  };
  return { actor, body, refusal, fields };
}

/** The refusal of a creation that leaves open in which of several workspaces, if the actor may create in any. */
const lackOfChoice = (actor: Actor): Refusal | undefined =>
  actor.roles.size > 1 && [...actor.roles.values()].some((role) => role !== 'viewer') ? invalidField : undefined;

function workspaceOf({ workspaces }: World, place: number | undefined): string | undefined {
  if (place === undefined) return undefined;
  return place < 0 ? 'ws_00000000000000000000000000' : pick(workspaces, place);
}

function refuseRepeat(
  model: Model,
  actor: Actor,
  { key, body }: { key: string | undefined; body: string },
): Refusal | undefined {
  const first = model.kept.get(`${actor.owner} ${key}`);
  return first === undefined || first.body === body ? undefined : [422, 'idempotency_key_reused'];
}

function expectReplayed(reply: WireReply, first: WireReply): void {
  expect(reply.headers['idempotent-replayed']).toBe('true');
  const told = ({ status, text, headers }: WireReply) => [status, text, headers.location, headers.etag];
  expect(told(reply)).toEqual(told(first));
}

/** Repeats a creation under its key: it creates nothing, even if the agent has been deleted since. */
export const repeatCreation = (choice: { readonly which: number; readonly spaced: boolean }): Command =>
  command('repeat', choice, async (model, world) => {
    const kept = [...model.kept.values()];
    if (kept.length === 0) return;
    const { actor, key, body, reply: first } = pick(kept, choice.which);
    // The fingerprint covers the bytes: even white space makes another request.
    const reply = await sendAs(world, actor, request(actor, choice.spaced ? ` ${body}` : body, key));
    if (choice.spaced) expectRefused(reply, [422, 'idempotency_key_reused']);
    else expectReplayed(reply, first);
  });

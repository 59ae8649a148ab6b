import { expect } from 'vitest';
import type { Permission, Role } from '../../src/access/scopes.ts';
import { bugBehind, envelopeProblems, jsonOf, type WireReply, type WireRequest } from '../processes/wire.ts';
import type { Actor, World } from './world.ts';

/** An agent as listed in the contract. */
export interface AgentBody {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  readonly systemPrompt: string;
  readonly model: string;
  readonly fallbackModels: readonly string[];
  readonly temperature: number;
  readonly status: 'active' | 'inactive';
  readonly workspace: string;
  readonly knowledgeSources: readonly string[];
  readonly answerMode: 'open' | 'grounded';
  readonly groundingJudge: 'rules' | 'model';
  readonly rerank: boolean;
  readonly knowledgeFilter: { readonly metadata: Readonly<Record<string, string | readonly string[]>> } | null;
  readonly tools: readonly unknown[];
  readonly handover: Readonly<Record<string, unknown>>;
  readonly externalId: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An existing agent, and its version. */
export interface KnownAgent {
  readonly body: AgentBody;
  readonly version: number;
}

/** An open invitation. */
export interface KnownInvitation {
  readonly workspace: string;
  readonly email: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A creation under an Idempotency-Key, which its sender may repeat. */
export interface KeptCreation {
  readonly actor: Actor;
  readonly key: string;
  readonly body: string;
  readonly reply: WireReply;
}

/** The expected state of the service, in memory, with rules written again from the contract alone. */
export interface Model {
  readonly agents: Map<string, KnownAgent>;
  /** All agents ever created, in the order of their creation. */
  readonly agentIds: string[];
  readonly invitations: Map<string, KnownInvitation>;
  readonly invitationIds: string[];
  /** First answers to creations, by owner and Idempotency-Key. */
  readonly kept: Map<string, KeptCreation>;
  /** Number of written events by type. */
  readonly events: Map<string, number>;
}

/** A model of an empty world. */
export const emptyModel = (): Model => ({
  agents: new Map(),
  agentIds: [],
  invitations: new Map(),
  invitationIds: [],
  kept: new Map(),
  events: new Map(),
});

/** A refusal from the contract's table of errors. */
export type Refusal = readonly [status: number, code: string];

export const agentMissing: Refusal = [404, 'agent_not_found'];
export const workspaceMissing: Refusal = [404, 'workspace_not_found'];
export const invalidField: Refusal = [400, 'validation_failed'];
export const conflict: Refusal = [412, 'version_conflict'];

/** Section 3 of the decisions: the permissions of each role. */
const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ['workspace:admin'],
  admin: ['workspace:admin'],
  editor: ['agents:read', 'agents:write', 'conversations:read', 'conversations:write'],
  viewer: ['agents:read', 'conversations:read'],
};

/** The refusal for a missing scope, which precedes all checks of the body and the object. */
export function lackOfScope({ scopes }: Actor, wanted: Permission): Refusal | undefined {
  return scopes.has(wanted) || scopes.has('workspace:admin') ? undefined : [403, 'insufficient_scope'];
}

/** The refusal for a role in a workspace; `missing` if the workspace is out of reach. */
export function lackOfRole(
  { roles }: Actor,
  wanted: Permission,
  { workspace, missing }: { workspace: string; missing: Refusal },
): Refusal | undefined {
  const role = roles.get(workspace);
  if (role === undefined) return missing;
  const granted = rolePermissions[role];
  return granted.includes(wanted) || granted.includes('workspace:admin') ? undefined : [403, 'insufficient_role'];
}

/** The agents that an actor can see. */
export function visibleAgents(model: Model, actor: Actor): AgentBody[] {
  return [...model.agents.values()].map(({ body }) => body).filter((body) => actor.roles.has(body.workspace));
}

/** Notes that an event must have been written. */
export function noteEvent({ events }: Model, type: string): void {
  events.set(type, (events.get(type) ?? 0) + 1);
}

/** Sends a request as an actor; the answer must be in the envelope. */
export async function sendAs({ wire, service }: World, actor: Actor, request: WireRequest): Promise<WireReply> {
  const reply = await wire.send({ ...request, headers: { ...actor.headers, ...request.headers } });
  expect(reply.status, bugBehind(reply, service.log())).toBeLessThan(500);
  expect(envelopeProblems(reply), `${request.method} ${request.path}: ${reply.text}`).toEqual([]);
  return reply;
}

/** The data of an answer that must be a success with this status. */
export function dataOf(reply: WireReply, status = 200): Record<string, unknown> {
  expect(reply.status, reply.text).toBe(status);
  return jsonOf(reply)['data'] as Record<string, unknown>;
}

/** Checks that a reply is exactly this refusal. */
export function expectRefused(reply: WireReply, refusal: Refusal): void {
  expect([reply.status, jsonOf(reply)['code']], reply.text).toEqual(refusal);
}

/** Milliseconds of a time from the service; fails unless it is ISO 8601 UTC with milliseconds. */
export function timeOf(text: unknown): number {
  expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  return Date.parse(String(text));
}

/** The element of a list that a number selects, for any length. */
export function pick<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

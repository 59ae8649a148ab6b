import { expect } from 'vitest';
import type { Permission } from '../../src/access/scopes.ts';
import { jsonOf, type WireReply } from '../processes/wire.ts';
import { type Command, command, type Fields, know, type SourceChoice, sourcesOf, strangeSource } from './command.ts';
import {
  type AgentBody,
  agentMissing,
  conflict,
  dataOf,
  expectRefused,
  type KnownAgent,
  lackOfRole,
  lackOfScope,
  type Model,
  noteEvent,
  pick,
  type Refusal,
  sendAs,
  timeOf,
  visibleAgents,
} from './model.ts';
import type { Actor, World } from './world.ts';

/** The version in a conditional request. */
export type VersionChoice = 'absent' | 'any' | 'current' | 'several' | 'old' | 'weak';

/** The sender, the version and the agent: one within reach, a deleted or foreign one, or none. */
export interface TargetChoice {
  readonly by: number;
  readonly which: number;
  readonly among: 'visible' | 'ever' | 'never';
  readonly version: VersionChoice;
}

function idOf(model: Model, actor: Actor, { which, among }: TargetChoice): string {
  const ids = { visible: visibleAgents(model, actor).map(({ _id }) => _id), ever: model.agentIds, never: [] }[among];
  return ids.length === 0 ? 'agent_00000000000000000000000000' : pick(ids, which);
}

/** The agent of a request, the header with its version, and the refusal if its sender may not see it. */
function aim(model: Model, world: World, choice: TargetChoice & { permission: Permission; header: string }) {
  const { permission, header, version } = choice;
  const actor = pick(world.actors, choice.by);
  const id = idOf(model, actor, choice);
  const known = model.agents.get(id);
  const workspace = known?.body.workspace ?? '';
  const refusal = lackOfScope(actor, permission) ?? lackOfRole(actor, permission, { workspace, missing: agentMissing });
  const headers = version === 'absent' ? {} : { [header]: versionHeader(version, known) };
  return { actor, id, known, workspace, refusal, headers, path: `/api/agents/${id}` };
}

function versionHeader(choice: Exclude<VersionChoice, 'absent'>, known: KnownAgent | undefined): string {
  const version = known?.version ?? 1;
  const headers = {
    any: '*',
    current: `"${version}"`,
    several: `"no-such", "${version}"`,
    old: `"${version - 1}"`,
    weak: `W/"${version}"`,
  };
  return headers[choice];
}

/** A proxy that compresses makes tags weak. So a weak tag names its version, unlike in RFC 9110, section 13.1.1. */
const staleVersion = (choice: VersionChoice): Refusal | undefined => (choice === 'old' ? conflict : undefined);

export const readAgent = (choice: TargetChoice): Command =>
  command('read', choice, async (model, world) => {
    const wanted = { ...choice, permission: 'agents:read', header: 'if-none-match' } as const;
    const { actor, path, known, refusal, headers } = aim(model, world, wanted);
    const reply = await sendAs(world, actor, { method: 'GET', path, headers });
    if (refusal !== undefined || known === undefined) return expectRefused(reply, refusal ?? agentMissing);
    expect(reply.headers.etag).toBe(`"${known.version}"`);
    // RFC 9110, section 13.1.2: If-None-Match compares weakly.
    if (choice.version === 'absent' || choice.version === 'old') expect(dataOf(reply)).toEqual(known.body);
    else expect(reply.status).toBe(304);
  });

export interface UpdateChoice extends TargetChoice {
  readonly fields: Fields;
  readonly source: SourceChoice;
  /**
   * Fields that a write echoes besides its changes: no field, the whole read, or the read with a changed read-only
   * field.
   */
  readonly echo: 'nothing' | 'all' | 'spoiled';
}

export const updateAgent = (choice: UpdateChoice): Command =>
  command('update', choice, async (model, world) => {
    const wanted = { ...choice, permission: 'agents:write', header: 'if-match' } as const;
    const { actor, path, known, headers, ...aimed } = aim(model, world, wanted);
    const knowledgeSources = sourcesOf(world, aimed.workspace, choice.source);
    const changes = { ...choice.fields, ...(knowledgeSources && { knowledgeSources }) };
    const body = { ...echoOf(known, choice.echo), ...changes };
    const refusal =
      aimed.refusal ??
      (choice.echo === 'spoiled' ? ([400, 'read_only_field'] as const) : undefined) ??
      staleVersion(choice.version) ??
      strangeSource(choice.source);
    const reply = await sendAs(world, actor, { method: 'PUT', path, headers, body });
    if (refusal !== undefined || known === undefined) return expectRefused(reply, refusal ?? agentMissing);
    const { updatedAt, ...data } = dataOf(reply);
    const { updatedAt: before, ...stored } = known.body;
    expect(data).toEqual({ ...stored, ...(JSON.parse(JSON.stringify(changes)) as Fields) });
    expect(timeOf(updatedAt)).toBeGreaterThan(timeOf(before));
    know(model, reply, { body: { ...data, updatedAt } as AgentBody, version: known.version + 1 });
    noteEvent(model, 'agent.updated');
    const { status } = data;
    if (status !== known.body.status) noteEvent(model, status === 'active' ? 'agent.activated' : 'agent.deactivated');
  });

function echoOf(known: KnownAgent | undefined, echo: UpdateChoice['echo']): object {
  if (echo === 'nothing') return {};
  return { ...known?.body, ...(echo === 'spoiled' && { createdAt: '2001-01-01T00:00:00.000Z' }) };
}

/** Simultaneous updates of one agent: all are applied in some order, and updatedAt increases with each. */
export const updateTogether = (choice: { by: number; which: number; temperatures: readonly number[] }): Command =>
  command('updateTogether', choice, async (model, world) => {
    const target = { by: choice.by, which: choice.which, among: 'visible', version: 'absent' } as const;
    const { actor, path, known, refusal } = aim(model, world, {
      ...target,
      permission: 'agents:write',
      header: 'if-match',
    });
    if (refusal !== undefined || known === undefined) return;
    const send = (temperature: number) => sendAs(world, actor, { method: 'PUT', path, body: { temperature } });
    const replies = await Promise.all(choice.temperatures.map(send));
    const versionOf = (reply: WireReply) => Number(String(reply.headers.etag).slice(1, -1));
    let before = known;
    for (const reply of replies.sort((a, b) => versionOf(a) - versionOf(b))) {
      const body = dataOf(reply) as unknown as AgentBody;
      const { temperature, updatedAt } = body;
      expect(body).toEqual({ ...before.body, temperature, updatedAt });
      expect(timeOf(updatedAt)).toBeGreaterThan(timeOf(before.body.updatedAt));
      before = { body, version: before.version + 1 };
      know(model, reply, before);
      noteEvent(model, 'agent.updated');
    }
    const applied = replies.map((reply) => dataOf(reply)['temperature']);
    const sent = choice.temperatures.map((temperature) => temperature + 0);
    expect(applied.sort()).toEqual(sent.sort());
  });

export const removeAgent = (choice: TargetChoice): Command =>
  command('remove', choice, async (model, world) => {
    const wanted = { ...choice, permission: 'workspace:admin', header: 'if-match' } as const;
    const { actor, path, id, headers, ...aimed } = aim(model, world, wanted);
    const reply = await sendAs(world, actor, { method: 'DELETE', path, headers });
    const refusal = aimed.refusal ?? staleVersion(choice.version);
    if (refusal !== undefined) return expectRefused(reply, refusal);
    expect(reply.status).toBe(200);
    expect(jsonOf(reply)).toEqual({ success: true, message: 'Agent deleted with 0 channels and 0 conversations.' });
    model.agents.delete(id);
    noteEvent(model, 'agent.deleted');
  });

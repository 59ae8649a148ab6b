import { limitsOf } from '../../features/channels/settings/limits-schema.ts';
import { noSettings } from '../../features/knowledge/settings-schema.ts';
import type { createIdSource } from '../../ids.ts';
import type { ChannelType } from '../../platforms/kinds.ts';
import { foldName } from '../../storage/folded-name.ts';
import type { NewRow } from '../../storage/tables.ts';
import {
  availability,
  channels,
  hours,
  rules,
  type Staff,
  savedReplies,
  sources,
  staff,
  teams,
  views,
} from './desk.ts';

/** The input of the rows of the desk. */
export interface DeskPlan {
  /** Time at which all of it was set up, in ms since 1970. */
  readonly at: number;
  readonly workspace: string;
  readonly newId: ReturnType<typeof createIdSource>;
  /** The IDs of the people, in the order of `people`. */
  readonly users: readonly string[];
  /** The IDs of the agents, in their order. */
  readonly agents: readonly string[];
  /** Completes the settings of a channel with their defaults. */
  settingsOf(type: ChannelType, given: object): object;
  /** Seals a new secret of a channel. */
  seal(channel: string, type: ChannelType): string;
}

/** The desk before its first conversation: knowledge, channels, teams, hours, and what people keep for themselves. */
export function makeDesk(plan: DeskPlan) {
  const { at, workspace, newId, users, agents } = plan;
  const stamped = { workspace_id: workspace, created_at: at, updated_at: at };
  const named = (name: string) => ({ name, name_folded: foldName(name) });
  const person = (name: Staff) => users[staff[name]] ?? '';
  const made = sources.map(({ name, pairs }) => ({ id: newId('source'), name, pairs }));
  const teamRows = teams.map(({ name, assignment, answerWithin }) => ({
    ...{ id: newId('team'), ...stamped, ...named(name), assignment, answer_within: answerWithin, version: 1 },
  }));
  const teamOf = (index: number) => teamRows[index]?.id ?? '';
  const kept = (name: string, owner?: Staff) => ({
    ...{ ...stamped, ...named(name), version: 1, created_by: person(owner ?? 'nora') },
    owner: owner === undefined ? '' : person(owner),
  });
  return {
    person,
    /** The channel and the team of the conversations of each kind of channel. */
    places: Object.fromEntries(
      Object.entries(channels).map(([key, { team, agent }]) => [
        key,
        { id: newId('channel'), team: teamOf(team), agent: agents[agent] ?? '' },
      ]),
    ) as Readonly<Record<keyof typeof channels, { id: string; team: string; agent: string }>>,
    rules: JSON.stringify({ ...rules, when: [], team: teamOf(0) }),
    sourceIds: made.map(({ id }) => id),
    rows: {
      knowledge_sources: made.map(({ id, name }) => ({
        ...{ id, ...stamped, ...named(name), type: 'qa', status: 'queued', requests: 1 },
        settings: JSON.stringify(noSettings),
      })),
      knowledge_pairs: made.flatMap(({ id, pairs }) =>
        pairs.map(([question, answer]) => ({ id: newId('pair'), ...stamped, source_id: id, question, answer })),
      ),
      agent_sources: made.map(({ id }, index) => ({
        ...{ workspace_id: workspace, agent_id: agents[index] ?? '', source_id: id, position: 0 },
      })),
      teams: teamRows,
      team_members: teams.flatMap(({ members, limit }, index) =>
        members.map((name, position) => ({
          ...{ team_id: teamOf(index), workspace_id: workspace, user_id: person(name), max_open: limit, position },
        })),
      ),
      workspace_hours: [{ id: workspace, hours: JSON.stringify(hours), created_at: at, updated_at: at }],
      saved_replies: savedReplies.map(([name, text]) => ({ id: newId('savedReply'), ...kept(name), text })),
      views: views.map((view) => ({
        ...{ id: newId('view'), ...kept(view.name, 'owner' in view ? view.owner : undefined) },
        filters: JSON.stringify(view.filters),
      })),
    },
  };
}

export type Desk = ReturnType<typeof makeDesk>;

/** The people who have said that they are here or away. */
export const availabilityRows = (desk: Desk, { workspace, now }: { workspace: string; now: number }) =>
  Object.entries(availability).map(([name, state]) => ({
    ...{ workspace_id: workspace, user_id: desk.person(name as Staff), state, since: now - 50 * 60_000 },
  }));

/** The channels of the web, which offer a person. */
export function channelRows({ places }: Desk, plan: Omit<DeskPlan, 'users' | 'agents'>): NewRow<'channels'>[] {
  return Object.entries(channels).map(([key, { type, name, settings }]) => {
    const { id, team, agent } = places[key as keyof typeof channels];
    const handover = { offered: true, team };
    return {
      ...{ id, workspace_id: plan.workspace, agent_id: agent, type, name, status: 'active' },
      ...{ created_at: plan.at, updated_at: plan.at, offline_message: null, limits: JSON.stringify(limitsOf({})) },
      settings: JSON.stringify(plan.settingsOf(type, { ...settings, handover })),
      secrets: plan.seal(id, type),
      ...{ last_event_at: null, last_error: null, version: 1, deleted_at: null, refused: 0, held_until: 0 },
      ...{ probed_at: 0, poll_cursor: null, picture: null, external_id: null },
    };
  });
}

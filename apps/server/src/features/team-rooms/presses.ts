import { Type } from 'typebox';
import { SendFailure } from '../../platforms/messenger.ts';
import type { RoomPress } from '../../platforms/room.ts';
import { type Attempt, type Job, job } from '../../storage/jobs/kind.ts';
import { readRoom } from './current-room.ts';
import type { RoomChannel, RoomNeeds, SubjectKind, Told } from './needs.ts';
import * as people from './people/store.ts';
import type { createPosts } from './posts/jobs.ts';
import * as posts from './posts/store.ts';

/** Decides in the name of the person who pressed a button, and answers them. */
export const pressKind = {
  name: 'team_rooms.press',
  payload: Type.Object({
    channel: Type.String(),
    value: Type.String(),
    user: Type.Object({ id: Type.String(), name: Type.String() }),
    ...{ room: Type.String(), remote: Type.String(), answer: Type.String() },
  }),
  timeoutMs: 60_000,
  attempts: 5,
  concurrency: 8,
} as const;

/** A press, and the channel that it came through. */
interface Pressed extends RoomPress {
  readonly channel: string;
}

const refusal = (text: string): Told => ({ text, isRefusal: true });

/** Words for those whose press has no effect; at most 200 characters. */
const refusals = {
  otherRoom: refusal('This is not the team’s room any more, so nothing was decided. An admin can set it in Parley.'),
  unconfirmed: refusal(
    'The secrets of the bot have changed: an admin must set the room again in Parley. Nothing was decided.',
  ),
  stranger: refusal(
    'Your account isn’t connected yet. Create a code in Parley (Settings, “Team room”) and send “connect CODE” to me ' +
      'in a direct message. Then press again.',
  ),
  noMember: refusal('You are no member of the workspace any more, so nothing was decided.'),
  unknown: refusal('This button is of another version of Parley. Nothing was decided.'),
} as const;

/** Creates the job that handles presses of buttons in rooms. */
export function createPresses(needs: RoomNeeds, { edit, show }: ReturnType<typeof createPosts>) {
  const { db, subjects, memberOf, findChannel } = needs;

  /** Decides, if the press is in the room of the workspace and its person may; returns what to answer. */
  const decide = async (workspace: string, { value, user, room, channel }: Pressed): Promise<Told> => {
    const current = await readRoom(needs, workspace);
    if (current.state === 'unconfirmed') return refusals.unconfirmed;
    if (current.state !== 'connected' || current.channel.id !== channel || current.row.room !== room)
      return refusals.otherRoom;
    const person = await people.find(db, workspace, { platform: current.channel.type, id: user.id });
    if (person === undefined) return refusals.stranger;
    const actor = await memberOf(person.user, workspace);
    if (actor === undefined) return refusals.noMember;
    const [kind = '', id = '', choice = ''] = value.split(':');
    if (!Object.hasOwn(subjects, kind)) return refusals.unknown;
    return subjects[kind as SubjectKind].decide(actor, id, choice);
  };

  /** Tries to answer: an answer that is late or refused changes nothing of the decision. */
  const answer = async ({ room, context }: RoomChannel, to: Pressed, told: Told): Promise<void> => {
    try {
      await room.answer({ to, ...told }, context);
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
    }
  };

  /** Takes the buttons of a notice away that a crash has left beside the stored one. */
  const closeTwin = async (attempt: Attempt<Pressed>, [kind, id]: readonly [SubjectKind, string]): Promise<void> => {
    const { workspace, payload } = attempt;
    const stored = await posts.find(db, workspace, id);
    const seen = await subjects[kind].look(workspace, id);
    if (stored?.remote === payload.remote || seen === undefined || seen.isOpen) return;
    try {
      await edit(attempt, payload, seen);
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
    }
  };

  const handle = async (attempt: Attempt<Pressed>) => {
    const { workspace, payload, signal } = attempt;
    const told = await decide(workspace, payload);
    const channel = await findChannel(workspace, payload.channel, signal);
    if (channel !== undefined) await answer(channel, payload, told);
    const [kind = '', id = ''] = payload.value.split(':');
    if (told === refusals.otherRoom || !Object.hasOwn(subjects, kind)) return {};
    await closeTwin(attempt, [kind as SubjectKind, id]);
    return { effect: [show(workspace, { kind: kind as SubjectKind, id })] };
  };

  return [job(pressKind, handle)] satisfies readonly Job[];
}

import { expiry } from '../../storage/expired.ts';
import type { Enqueue } from '../../storage/jobs/queue.ts';
import type { Statement } from '../../storage/unit.ts';
import { createTakeOfTeam } from './arrivals.ts';
import type { RoomNeeds } from './needs.ts';
import { createConnecting } from './people/connecting.ts';
import { roomPeopleEndpoints } from './people/routes.ts';
import { createRoomPeople } from './people/service.ts';
import { createPosts } from './posts/jobs.ts';
import { showBy } from './posts/kind.ts';
import { createPresses } from './presses.ts';
import { belongingsOf } from './removal-store.ts';
import { teamRoomEndpoints } from './routes.ts';
import { createTeamRooms } from './service.ts';
import { type ConversationSubjectNeeds, conversationSubject } from './subjects/conversations.ts';
import { type ToolCallNeeds, toolCallSubject } from './subjects/tool-calls.ts';
import { waitingId } from './subjects/waiting-id.ts';
import { createReplies, type ReplyNeeds } from './threads/reply.ts';
import { createTelling } from './threads/tell.ts';
import { createWaking, type WakingNeeds } from './threads/waking.ts';

/** Returns the function that has a thing shown in the room of its workspace as it is: a statement for a unit of work. */
export const showInRoom = ({ enqueue }: { readonly enqueue: Enqueue }) => showBy(enqueue);

/**
 * Returns the function that has a conversation shown that waits, or waited, since a time in ms since 1970: a statement
 * for a unit of work.
 */
export const showWaiting =
  ({ enqueue }: { readonly enqueue: Enqueue }) =>
  (workspace: string, conversation: string, since: number): Statement =>
    showBy(enqueue)(workspace, { kind: 'conversation', id: waitingId(conversation, since) });

type FeatureNeeds = Omit<RoomNeeds, 'subjects'> &
  ToolCallNeeds &
  ConversationSubjectNeeds &
  Omit<ReplyNeeds, keyof RoomNeeds> &
  Omit<WakingNeeds, keyof RoomNeeds>;

/** Rooms of teams at Slack or Telegram, in which members decide about what waits for them. */
export function teamRoomsFeature(given: FeatureNeeds) {
  const subjects = { tool_call: toolCallSubject(given), conversation: conversationSubject(given) };
  const needs = { ...given, subjects };
  const { db } = needs;
  const posts = createPosts(needs);
  const waking = createWaking(needs);
  return {
    endpoints: [
      ...teamRoomEndpoints(createTeamRooms({ ...needs, wasSet: waking.forget })),
      ...roomPeopleEndpoints(createRoomPeople(needs)),
    ],
    jobs: [
      ...[...posts.jobs, ...createPresses(needs, posts), ...createConnecting(needs)],
      ...[...createReplies(needs), ...createTelling(needs)],
      ...[expiry(db, 'team_room_codes'), expiry(db, 'team_room_posts')],
    ],
    /** Takes what comes in through channels and is for the team. */
    takeOfTeam: createTakeOfTeam(needs),
    ofWorkspace: belongingsOf(db),
    close: waking.close,
  };
}

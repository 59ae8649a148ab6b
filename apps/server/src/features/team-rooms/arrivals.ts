import { tokenDigest } from '../../access/secrets.ts';
import type { Arrival } from '../../platforms/arrival.ts';
import type { InboundMessage } from '../../platforms/inbound-message.ts';
import type { Statement } from '../../storage/unit.ts';
import type { RoomNeeds } from './needs.ts';
import { connectKind } from './people/connecting.ts';
import { commandForm } from './people/service.ts';
import { pressKind } from './presses.ts';
import * as store from './store.ts';
import { maxAnswer, replyKind } from './threads/kind.ts';

/** A channel that something came in through. */
interface ArrivalChannel {
  readonly id: string;
  readonly workspace: string;
}

/** A message in a thread. */
type Answering = Pick<Extract<Arrival, { kind: 'thread' }>, 'event' | 'message' | 'answers'>;

/** Max length of the ID of an event in the key of a job, in characters. */
const maxEvent = 100;

/** The room that a message is from: threads and topics follow a colon. Direct messages have none, or one of a person. */
const roomOf = ({ thread }: InboundMessage): string | undefined => thread?.split(':', 1)[0];

/** The code in a direct message that connects an account. */
const codeOf = (message: InboundMessage): string | undefined => {
  const room = roomOf(message);
  const isDirect = room === undefined || room.startsWith('D');
  return isDirect ? commandForm.exec(message.text)?.[1]?.toLowerCase() : undefined;
};

/**
 * Creates what takes the arrivals of a channel that are for the team: presses, codes, and messages in the room, which no
 * agent answers. Jobs do the work, because platforms wait three seconds at most.
 */
export function createTakeOfTeam({ db, enqueue }: Pick<RoomNeeds, 'db' | 'enqueue'>) {
  /** True if an arrival may be for the team, so that the room is looked up. */
  const mayBeOfTeam = (arrival: Arrival): boolean =>
    arrival.kind === 'press' ||
    arrival.kind === 'thread' ||
    (arrival.kind === 'message' && (roomOf(arrival.message) !== undefined || codeOf(arrival.message) !== undefined));

  const press = ({ id: channel, workspace }: ArrivalChannel, { press: of }: Extract<Arrival, { kind: 'press' }>) =>
    enqueue(workspace, {
      kind: pressKind,
      payload: { ...of, channel },
      key: tokenDigest(`${channel} ${of.answer} ${of.value} ${of.user.id}`),
    });

  const connect = ({ id: channel, workspace }: ArrivalChannel, event: string, of: InboundMessage): Statement =>
    enqueue(workspace, {
      kind: connectKind,
      payload: {
        ...{
          channel,
          user: { id: of.user.id, name: of.user.name ?? '' },
          direct: of.context?.['channel'] ?? of.user.id,
        },
        digest: tokenDigest(codeOf(of) ?? ''),
      },
      key: `${channel} ${event.slice(0, maxEvent)}`,
    });

  const reply = ({ id: channel, workspace }: ArrivalChannel, { event, message, answers }: Answering): Statement =>
    enqueue(workspace, {
      kind: replyKind,
      payload: {
        ...{ channel, room: roomOf(message) ?? '', event, to: answers.to, user: message.user.id },
        text: answers.text.slice(0, maxAnswer + 1).toWellFormed(),
        ...{ isEdit: message.edits !== undefined, hasFiles: (message.attachments ?? []).length > 0 },
      },
      key: `${channel} ${event.slice(0, maxEvent)}`,
    });

  /** The statement that hands an arrival over; undefined if it only must not reach the agent. */
  const handOver = (channel: ArrivalChannel, arrival: Arrival): Statement | undefined => {
    if (arrival.kind === 'press') return press(channel, arrival);
    if (arrival.kind !== 'receipt' && arrival.answers !== undefined)
      return reply(channel, { ...arrival, answers: arrival.answers });
    const isCode = arrival.kind === 'message' && codeOf(arrival.message) !== undefined;
    return isCode ? connect(channel, arrival.event, arrival.message) : undefined;
  };

  return async (channel: ArrivalChannel, arrivals: readonly Arrival[]) => {
    if (!arrivals.some(mayBeOfTeam)) return { statements: [], rest: arrivals };
    const room = await store.find(db, channel.workspace);
    const isTheirs = (arrival: Arrival): boolean => {
      // A press of an old notice is answered, too.
      if (arrival.kind === 'press') return true;
      if (arrival.kind === 'receipt' || room?.channel_id !== channel.id) return false;
      return roomOf(arrival.message) === room.room || codeOf(arrival.message) !== undefined;
    };
    return {
      statements: arrivals.filter(isTheirs).flatMap((arrival) => handOver(channel, arrival) ?? []),
      // Messages in threads of other rooms are for no one.
      rest: arrivals.filter((arrival) => !isTheirs(arrival) && arrival.kind !== 'thread'),
    };
  };
}

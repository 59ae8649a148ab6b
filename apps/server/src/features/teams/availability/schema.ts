import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../../schemas/examples.ts';
import { timeOrNull, UserName } from '../../../schemas/fields.ts';

/** The states of a person: `here` can be given conversations. */
export const states = ['here', 'away'] as const;
export type AvailabilityState = (typeof states)[number];

const State = Type.Unsafe<AvailabilityState>(
  Type.String({
    enum: [...states],
    description: '`here`, or `away`: then teams give the person no conversations. `away` until first set.',
    examples: ['here'],
  }),
);

/** The availability of a person in a workspace. */
export const Availability = Type.Object(
  {
    user: Type.String({ description: 'User identifier of the person.', examples: [ids.user] }),
    name: UserName,
    state: State,
    since: timeOrNull('Time from which the person has the state', 'null if it was never set', times.created),
  },
  { title: 'Availability' },
);
export type Availability = Static<typeof Availability>;

/** The people of a workspace who may write in conversations. */
export const AvailabilityList = Type.Object(
  { items: Type.Array(Availability, { description: 'By name; up to 1,000.' }) },
  { title: 'AvailabilityList' },
);
export type AvailabilityList = Static<typeof AvailabilityList>;

/** The body that sets one's own state. */
export const AvailabilityDraft = Type.Object(
  { state: State },
  { additionalProperties: false, title: 'AvailabilityDraft' },
);
export type AvailabilityDraft = Static<typeof AvailabilityDraft>;

/** The path of the availability in a workspace. */
export const AvailabilityPath = Type.Object({
  id: Type.String({ description: 'Workspace identifier.', examples: [ids.workspace] }),
});

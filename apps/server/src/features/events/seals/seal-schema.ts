import { Type } from 'typebox';
import { exampleHash, exampleIds as ids, exampleTimes as times } from '../../../schemas/examples.ts';

/** The newest seal of a log. */
export const EventSeal = Type.Object(
  {
    position: Type.Union([Type.String({ examples: [ids.event] }), Type.Null()], {
      description: '`_id` of the last event that is sealed; null before the first seal.',
    }),
    sealedAt: Type.Union([Type.String({ format: 'date-time', examples: [times.created] }), Type.Null()], {
      description: 'When it was sealed; null before the first seal.',
    }),
    hash: Type.Union([Type.String({ examples: [exampleHash] }), Type.Null()], {
      description: 'HMAC-SHA-256 over all events of the log until then, in hex; null before the first seal.',
    }),
    events: Type.Integer({ minimum: 0, description: 'The number of events under this seal alone.', examples: [12] }),
  },
  { title: 'EventSeal' },
);

/** The log whose seal is asked for. */
export const EventSealQuery = Type.Object(
  {
    workspaceId: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'The log of this workspace; absent for that of the whole account.',
        examples: [ids.workspace],
      }),
    ),
  },
  { additionalProperties: false },
);

import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import { timeOrNull } from '../../schemas/fields.ts';

/** The path of the hook of a source. */
export const HookPath = Type.Object({
  id: Type.String({ description: 'Knowledge source identifier.', examples: [ids.source] }),
});

/** The hook of a source as the API returns it: without its secret. */
export const SourceHook = Type.Object(
  {
    source: Type.String({ description: 'Identifier of the knowledge source.', examples: [ids.source] }),
    url: Type.String({
      description: 'Address that starts a sync.',
      examples: [`https://parley.example.com/api/knowledge-sources/${ids.source}/inbound`],
    }),
    active: Type.Boolean({
      description: 'True if it has a secret, without which no request is accepted.',
      examples: [true],
    }),
    createdAt: timeOrNull('Time of its creation', 'null if it has no secret', times.created),
    rotatedAt: timeOrNull('Time at which the current secret was made', 'null if it has no secret', times.updated),
    lastReceivedAt: timeOrNull('Time of the latest signed request', 'null before the first', null),
  },
  { title: 'KnowledgeSourceHook' },
);
export type SourceHook = Static<typeof SourceHook>;

/** A hook with its secret, right after it was made. */
export const HookWithSecret = Type.Object(
  {
    hook: SourceHook,
    secret: Type.String({
      description: 'The secret that signs requests. This answer is the only one that has it.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
  },
  { title: 'KnowledgeSourceHookWithSecret' },
);
export type HookWithSecret = Static<typeof HookWithSecret>;

/** The body that makes a secret. */
export const HookRotation = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description: 'Hours for which the old secret stays valid: 0 to 168. 24 unless set.',
        examples: [24],
      }),
    ),
  },
  { additionalProperties: false, title: 'KnowledgeSourceHookRotation' },
);

/** The answer to a signed request. */
export const HookReceived = Type.Object(
  {
    received: Type.Literal(true, { description: 'The request is signed, and a sync is queued unless it is no push.' }),
  },
  { title: 'KnowledgeSourceHookReceived' },
);

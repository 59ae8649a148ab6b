import { type Static, Type } from 'typebox';
import { exampleHash, exampleTexts, exampleIds as ids, exampleTimes as times } from './examples.ts';
import { orNull, textLike } from './fields.ts';

/** A passage of a knowledge source that a reply quotes. */
export const Citation = Type.Object(
  {
    source: Type.String({ description: 'Identifier of the knowledge source.', examples: [ids.source] }),
    title: Type.String({ description: 'Title of the document.', examples: ['Shipping'] }),
    url: orNull(textLike('https://shop.example.com/shipping'), 'URL of the document; null if it has none.'),
    quote: Type.String({ description: 'The quoted passage.', examples: ['Parcels take two to four days.'] }),
    score: Type.Number({ description: 'Relevance of the passage; higher is better.', examples: [0.82] }),
    document: Type.Optional(
      Type.String({ description: 'Identifier of the document in its source.', examples: [ids.document] }),
    ),
    version: Type.Optional(Type.Integer({ description: 'Version of the source that was quoted.', examples: [3] })),
    chunk: Type.Optional(
      Type.Integer({ description: 'Number of the chunk in its source: where to open it.', examples: [12] }),
    ),
    page: Type.Optional(
      Type.Union([Type.Integer(), Type.Null()], {
        description: 'Page, from 1; null if the document has none.',
        examples: [2],
      }),
    ),
    headings: Type.Optional(
      Type.Unsafe<readonly string[]>(
        Type.Array(Type.String(), {
          description: 'Headings above the quote, outermost first.',
          examples: [['Shipping']],
        }),
      ),
    ),
    start: Type.Optional(
      Type.Integer({
        description: 'Start of the quote in the text of the document, in UTF-16 units.',
        examples: [120],
      }),
    ),
    end: Type.Optional(Type.Integer({ description: 'End of the quote, exclusive.', examples: [150] })),
    quoteHash: Type.Optional(
      Type.String({ description: 'SHA-256 of the quote in UTF-8, in hex.', examples: [exampleHash] }),
    ),
  },
  {
    title: 'Citation',
    description:
      'A quote of a knowledge source. Replies of earlier versions lack the fields from `document` on; ' +
      '`POST /api/citations/verify` tells whether the quote still stands.',
  },
);
export type Citation = Static<typeof Citation>;

const TextPart = Type.Object(
  {
    type: Type.Literal('text', { description: 'A piece of the text.' }),
    text: Type.String({
      description: 'The text; all text parts together are the `content` of the message.',
      examples: [exampleTexts.reply],
    }),
  },
  { title: 'TextPart' },
);

const CitationPart = Type.Object(
  { type: Type.Literal('citation', { description: 'A passage that the reply quotes.' }), citation: Citation },
  { title: 'CitationPart' },
);

const CallId = Type.String({
  description: 'Identifier of the call: up to 64 characters, unique in its message.',
  examples: ['call_1'],
});
const ToolName = Type.String({
  description: 'Name of the tool: up to 64 letters, digits, `_` and `-`.',
  examples: ['find_parcel'],
});

/** The ID of a call's own row. */
const ToolCallId = Type.String({
  description: 'Identifier of the call for `GET /api/tool-calls/{id}`; absent for a call that didn’t run.',
  examples: [ids.toolCall],
});

const callOutcomes = ['completed', 'failed', 'denied', 'expired', 'unknown'] as const;
/** The outcome of a call. */
export type CallOutcome = (typeof callOutcomes)[number];

/** A call of a tool by the model. */
export const ToolCallPart = Type.Object(
  {
    type: Type.Literal('tool-call', { description: 'The model called a tool.' }),
    callId: CallId,
    name: ToolName,
    arguments: Type.Unsafe<Readonly<Record<string, unknown>>>(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'Arguments of the call: an object of up to 16,000 characters as JSON. Empty if the model sent none, or ' +
            'invalid ones; then the result says so.',
          examples: [{ orderId: '10-4432' }],
        },
      ),
    ),
    toolCall: Type.Optional(ToolCallId),
    answeredBy: Type.Optional(
      Type.Literal('client', {
        description: 'Present if your own code must answer the call: send `POST /api/messages/{id}/tool-results`.',
      }),
    ),
  },
  { title: 'ToolCallPart' },
);
export type ToolCallPart = Static<typeof ToolCallPart>;

/** Result of a tool call. */
export const ToolResultPart = Type.Object(
  {
    type: Type.Literal('tool-result', { description: 'Result of the tool call.' }),
    callId: CallId,
    name: ToolName,
    content: Type.String({
      description: 'The result as text, or the reason why the call has no result: up to 32,000 characters.',
      examples: ['In transit, due on Monday.'],
    }),
    isError: Type.Boolean({ description: 'True if the call failed; `content` says why.', examples: [false] }),
    status: Type.Optional(
      Type.Unsafe<CallOutcome>(
        Type.String({
          enum: [...callOutcomes],
          description:
            '`completed`, `failed`, `denied` (a person refused it), `expired` (not decided in time) or `unknown` ' +
            '(the server stopped while it ran, so it may have had its effect; it isn’t repeated). Absent in replies ' +
            'of earlier versions.',
          examples: ['completed'],
        }),
      ),
    ),
    latencyMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Time that the call took, in milliseconds; absent if it didn’t run.',
        examples: [140],
      }),
    ),
  },
  { title: 'ToolResultPart' },
);
export type ToolResultPart = Static<typeof ToolResultPart>;

/** A call that waits for the approval of a person. */
export const ApprovalRequestedPart = Type.Object(
  {
    type: Type.Literal('approval-requested', { description: 'A call waits for the approval of a person.' }),
    callId: CallId,
    name: ToolName,
    toolCall: Type.String({
      description: 'Identifier of the call, for `POST /api/tool-calls/{id}/approve` or `…/deny`.',
      examples: [ids.toolCall],
    }),
    deadline: Type.String({
      format: 'date-time',
      description: 'When the call is denied unless a person has decided: RFC 3339, UTC.',
      examples: [times.updated],
    }),
  },
  { title: 'ApprovalRequestedPart' },
);
export type ApprovalRequestedPart = Static<typeof ApprovalRequestedPart>;

/** Thoughts of the model, for members only. */
export const ReasoningPart = Type.Object(
  {
    type: Type.Literal('reasoning', { description: 'A piece of the thoughts of the model.' }),
    text: Type.String({
      description:
        'The thoughts, which are no part of `content`; those of several parts in a row belong together. A reply keeps ' +
        'up to 32,768 characters of them.',
      examples: ['The customer asks for a parcel.'],
    }),
    truncated: Type.Optional(Type.Literal(true, { description: 'Present if the model thought more than is kept.' })),
  },
  { title: 'ReasoningPart' },
);

/** A part of a message; `type` tells them apart. Further types may be added. */
export const MessagePart = Type.Union(
  [TextPart, ReasoningPart, CitationPart, ToolCallPart, ApprovalRequestedPart, ToolResultPart],
  {
    title: 'MessagePart',
    description: 'A part of a message; `type` tells them apart. Ignore types that you don’t know.',
  },
);
export type MessagePart = Static<typeof MessagePart>;

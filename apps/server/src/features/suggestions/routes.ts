import { endpoint } from '../../http/endpoint.ts';
import { ConversationPath } from '../../schemas/conversations/conversation.ts';
import { Suggestion, SuggestionDraft, SuggestionEvents } from './schema.ts';
import type { Suggestions } from './service.ts';

/** The operation by which a person has the agent write something. */
export const suggestionEndpoints = (suggestions: Suggestions) => [
  endpoint({
    id: 'createSuggestion',
    client: 'conversations.suggest',
    clientStream: 'conversations.suggestStream',
    method: 'POST',
    path: '/api/conversations/:id/suggestions',
    access: 'conversations:write',
    tag: 'Conversations',
    summary: 'Have the agent draft a reply, sum up or translate',
    description:
      'For a person at the desk: nothing is sent or stored, and the conversation stays as it is. A reply is drafted as ' +
      'the agent answers, with its prompt and its knowledge, but without calling tools. A summary and a translation ' +
      'need a model of a provider. Returns the text, or streams it as server-sent events; a reader who leaves ends it. ' +
      'Its tokens count in the statistics.',
    params: ConversationPath,
    body: SuggestionDraft,
    data: Suggestion,
    streams: true,
    events: SuggestionEvents,
    sends: true,
    // Nothing is stored that a repeat could find.
    repeatable: false,
    patient: true,
    errors: [
      ...(['conversation_not_found', 'conversation_empty', 'message_not_found', 'agent_not_found'] as const),
      ...(['agent_inactive', 'provider_error', 'provider_not_configured', 'provider_timeout'] as const),
    ],
    handle: async ({ actor, params: { id }, body, wantsEvents }) => {
      const writing = await suggestions.begin(actor, id, body);
      if (body.stream ?? wantsEvents) return { events: suggestions.events(writing), ended: writing.ended };
      return { data: await suggestions.complete(writing) };
    },
  }),
];

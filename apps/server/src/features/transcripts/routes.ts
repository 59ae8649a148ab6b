import { endpoint } from '../../http/endpoint.ts';
import { answering } from '../../http/responses/answering.ts';
import { ConversationPath, Transcript, TranscriptDraft } from './schema.ts';
import { noConversation, type Posted, type Transcripts } from './service.ts';

const tag = 'Conversations';

const posted = ({ transcript, workspace }: Posted) => ({
  data: transcript,
  keptWith: { conversation: transcript.conversation, onMissing: noConversation },
  right: { permission: 'conversations:read', workspace } as const,
});

/** The operations on transcripts. */
export const transcriptEndpoints = (transcripts: Transcripts) => [
  endpoint({
    id: 'sendTranscript',
    client: 'conversations.sendTranscript',
    method: 'POST',
    path: '/api/conversations/:id/transcript',
    access: 'conversations:read',
    tag,
    summary: 'Mail a transcript of a conversation',
    description:
      'Mails the messages with their authors, times and sources: the last 500, without thoughts and calls of tools. ' +
      'The answer doesn’t wait for the mail server. Visitors may ask for their own conversations if `transcript` of ' +
      'the channel is true, five times a day. An address gets at most five an hour.',
    visitors: { takes: ['email', 'timeZone', 'language'], shows: (data: unknown) => data },
    params: ConversationPath,
    body: TranscriptDraft,
    data: Transcript,
    errors: ['conversation_not_found', 'too_many_mails', 'mail_not_configured', 'visitor_not_allowed'],
    handle: (call) =>
      answering(call, posted, (along) =>
        transcripts.send(call.actor, { conversation: call.params.id, draft: call.body }, along),
      ),
  }),
];

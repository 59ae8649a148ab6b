import { createSendJob } from './job.ts';
import { transcriptEndpoints } from './routes.ts';
import { createTranscripts, type TranscriptNeeds } from './service.ts';

/** Transcripts of conversations by mail. */
export const transcriptsFeature = (needs: TranscriptNeeds) => ({
  endpoints: transcriptEndpoints(createTranscripts(needs)),
  jobs: [createSendJob(needs)],
});

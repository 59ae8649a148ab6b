import { answerJobs } from './answers/jobs.ts';
import { answerEndpoints } from './answers/routes.ts';
import { type AddressNeeds, createAnswerAddresses } from './answers/service.ts';
import { createSendJob } from './job.ts';
import { transcriptEndpoints } from './routes.ts';
import { createTranscripts, type TranscriptNeeds } from './service.ts';

/** Mails to visitors: transcripts of conversations, and answers of people. */
export const transcriptsFeature = (needs: TranscriptNeeds & AddressNeeds) => ({
  endpoints: [...transcriptEndpoints(createTranscripts(needs)), ...answerEndpoints(createAnswerAddresses(needs))],
  jobs: [createSendJob(needs), ...answerJobs(needs)],
});

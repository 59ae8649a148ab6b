import { type AnswersNeeds, createAnswers } from './answers/feature.ts';

/** Knowledge: what replies stand on. */
export const knowledgeFeature = (needs: AnswersNeeds) => createAnswers(needs);

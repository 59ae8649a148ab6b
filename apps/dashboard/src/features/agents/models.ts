/** Models that every instance has. Any other `provider/name` can be typed. */
export const suggestedModels = ['builtin/extract', 'builtin/echo'] as const;

/** What a model is good for, where we know. */
export const modelNotes: Readonly<Record<string, string>> = {
  'builtin/extract': 'Answers from the agent’s knowledge sources and quotes them. Needs no key.',
  'builtin/echo': 'Repeats what it is told: for tests and for trying integrations out.',
};

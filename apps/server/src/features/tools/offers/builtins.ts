import type { ToolOutput, ToolRun } from '../../../calling/aids.ts';
import type { FoundPassage } from '../../../models/model.ts';

/** Dependencies of the functions that tools of the type `builtin` run. */
export interface BuiltinNeeds {
  /** Searches the knowledge sources of an agent, best first. */
  search(
    about: Pick<ToolRun, 'workspace' | 'conversation' | 'agent' | 'actor' | 'signal'>,
    query: string,
  ): Promise<readonly FoundPassage[]>;
}

/** Max characters of a passage that the model gets. */
const maxPassage = 3_000;

const textOf = ({ title, url, text }: FoundPassage, index: number) =>
  `${index + 1}. ${title}${url === null ? '' : ` (${url})`}\n${text.slice(0, maxPassage)}`;

/** The functions that need more than a call, by their names. */
export const builtinsOf = ({ search }: BuiltinNeeds) => ({
  search_knowledge: async (run: ToolRun): Promise<ToolOutput> => {
    const passages = await search(run, String(run.arguments['query']));
    if (passages.length === 0) return { content: 'Nothing was found.' };
    return { content: passages.map(textOf).join('\n\n') };
  },
  end_conversation: async (): Promise<ToolOutput> => ({
    content: 'The conversation is closed after this reply. Say goodbye in one sentence.',
    effect: 'close',
  }),
  hand_over_to_person: async (): Promise<ToolOutput> => ({
    content: 'A person will answer from now on. Tell the user so in one sentence.',
    effect: 'hand_over',
  }),
});

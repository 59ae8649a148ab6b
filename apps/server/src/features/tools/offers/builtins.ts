import type { Reach } from '../../../access/actor.ts';
import type { AnsweringAgent } from '../../../calling/agent.ts';
import type { ToolOutput, ToolRun } from '../../../calling/aids.ts';
import type { FoundPassage } from '../../../models/model.ts';

/** Dependencies of the functions that tools of the type `builtin` run. */
export interface BuiltinNeeds {
  /** Searches the knowledge sources of an agent, best first. */
  search(
    about: Pick<ToolRun, 'workspace' | 'conversation' | 'agent' | 'actor' | 'signal'>,
    query: string,
  ): Promise<readonly FoundPassage[]>;
  /** Finds an agent with its settings for replies. */
  findAgent(reach: Reach, id: string): Promise<AnsweringAgent | undefined>;
}

/** Max times that one reply is handed over to another agent. */
const maxHandovers = 3;

/** Max characters of a passage that the model gets. */
const maxPassage = 3_000;

const textOf = ({ title, url, text }: FoundPassage, index: number) =>
  `${index + 1}. ${title}${url === null ? '' : ` (${url})`}\n${text.slice(0, maxPassage)}`;

/** The functions that need more than a call, by their names. */
export const builtinsOf = ({ search, findAgent }: BuiltinNeeds) => ({
  search_knowledge: async (run: ToolRun): Promise<ToolOutput> => {
    const passages = await search(run, String(run.arguments['query']));
    if (passages.length === 0) return { content: 'Nothing was found.' };
    return { content: passages.map(textOf).join('\n\n') };
  },
  end_conversation: async (): Promise<ToolOutput> => ({
    content: 'The conversation is closed after this reply. Say goodbye in one sentence.',
    effect: 'close',
  }),
  hand_over_to_person: async ({ arguments: given }: ToolRun): Promise<ToolOutput> => ({
    content: 'A person will answer from now on. Tell the user so in one sentence.',
    effect: { toPeople: { reason: String(given['reason']), summary: textOrNull(given['summary']) } },
  }),
  hand_over_to_agent: async (run: ToolRun): Promise<ToolOutput> => {
    const { workspace, agent, handovers, arguments: given } = run;
    if (handovers >= maxHandovers) return refused('This reply was handed over too often. Answer the user yourself.');
    const to = await findAgent([workspace], String(given['agent']));
    if (to === undefined || to.status !== 'active') return refused('That agent is not available now.');
    if (to.id === agent.id) return refused('You are that agent. Answer the user yourself.');
    return { content: 'You have the conversation now. Go on with what the user asked.', effect: { to } };
  },
});

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

const refused = (content: string): ToolOutput => ({ content, isError: true });

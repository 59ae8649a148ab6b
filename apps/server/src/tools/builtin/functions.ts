import type { Values } from '../kind.ts';

/** The names of the functions that the service has itself. */
export const functionNames = [
  'current_time',
  'search_knowledge',
  'end_conversation',
  'hand_over_to_person',
  'hand_over_to_agent',
] as const;
export type FunctionName = (typeof functionNames)[number];

/** A function of the service: what a person and a model read of it. */
interface BuiltinFunction {
  /** For a person. */
  readonly title: string;
  /** For the model: what the function does, and when to call it. */
  readonly description: string;
  /** The properties of its arguments, as JSON Schemas by their names. */
  readonly properties: Readonly<Record<string, Values>>;
  readonly required?: readonly string[];
}

const text = (description: string, maxLength: number): Values => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description,
});
const reason = text('Why, in one sentence, for the people who read the conversation.', 500);
const summary = text('Say what the user wants and what has been tried, in a few sentences.', 2_000);

/** The functions by their names. */
export const functions: Readonly<Record<FunctionName, BuiltinFunction>> = {
  current_time: {
    title: 'Current time',
    description:
      'Returns the current date, time and weekday. Call it before you say anything that depends on the current time.',
    properties: {
      timeZone: text('IANA time zone such as Europe/Berlin. UTC unless set.', 100),
    },
  },
  search_knowledge: {
    title: 'Search knowledge',
    description:
      'Searches the knowledge sources for passages about a topic. Call it if the passages that you have do not answer ' +
      'the question.',
    properties: { query: text('The thing to look for, in words that an answer would contain.', 500) },
    required: ['query'],
  },
  end_conversation: {
    title: 'End the conversation',
    description: 'Closes the conversation. Call it only when the user has said that nothing else is needed.',
    properties: { reason },
  },
  hand_over_to_person: {
    title: 'Hand over to a person',
    description:
      'Hands the conversation over to a person, who replies from then on. Call it if the user asks for a person, or if ' +
      'you cannot help.',
    properties: { reason, summary },
    required: ['reason'],
  },
  hand_over_to_agent: {
    title: 'Hand over to another agent',
    description:
      'Hands the conversation over to another agent, which goes on with this reply and the conversation. Call it if the ' +
      'user wants something that is the task of that agent.',
    // `agent` is added for the agents of the tool.
    properties: { reason, summary },
    required: ['agent', 'reason'],
  },
};

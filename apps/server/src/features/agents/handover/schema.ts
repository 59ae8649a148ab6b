import { type TSchema, Type } from 'typebox';
import { exampleIds as ids } from '../../../schemas/examples.ts';
import { maxCharacters } from '../../../schemas/limits.ts';

/** Max rules of one agent. */
const most = { keywords: 20, conditions: 10 } as const;

const flag = (description: string) => Type.Boolean({ description, examples: [true] });

/** A value in the metadata of a conversation. */
const condition = {
  key: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'A key of the metadata: 1 to 100 characters.',
    examples: ['plan'],
  }),
  value: Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()], {
    description: 'Its value: a text of up to 200 characters, a number, true or false.',
    examples: ['enterprise'],
  }),
};
const ConditionDraft = Type.Object(condition, { additionalProperties: false, title: 'HandoverConditionDraft' });
const Condition = Type.Object(condition, { title: 'HandoverCondition' });

const conditions = <Item extends TSchema>(item: Item) =>
  Type.Array(item, {
    maxItems: most.conditions,
    description:
      `Values in the metadata of a conversation, max ${most.conditions}: it is handed over as soon as it gets one of ` +
      'them, when it is created or changed. Empty unless set.',
    examples: [[{ key: 'plan', value: 'enterprise' }]],
  });

const rules = {
  onFailedReply: flag('True to hand over if a reply fails. False unless set.'),
  onNegativeRating: flag('True to hand over if a reply is rated negatively. False unless set.'),
  onUnanswered: flag('True to hand over if a question is kept as unanswered. False unless set.'),
  keywords: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
    maxItems: most.keywords,
    uniqueItems: true,
    description:
      `Words and phrases of 1 to 60 characters, max ${most.keywords}: a message of the user with one of them gets no ` +
      'reply and hands over. They are compared as whole words, in any case, with or without accents. Empty unless set.',
    examples: [['refund', 'real person']],
  }),
  when: conditions(ConditionDraft),
  team: Type.Union([Type.String({ minLength: 1, maxLength: maxCharacters.id, examples: [ids.team] }), Type.Null()], {
    description:
      'Identifier of the team of the workspace that is responsible from then on; null, the default, for none. A team ' +
      'that is deleted is removed here.',
  }),
};

const described = 'When the agent hands a conversation over to people, by rule. ';

const optional = <Fields extends Record<string, TSchema>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [Name in keyof Fields]: ReturnType<typeof Type.Optional<Fields[Name]>>;
  };

/** The rules that a body sets. */
export const HandoverDraft = Type.Object(optional(rules), {
  additionalProperties: false,
  title: 'AgentHandoverDraft',
  description: `${described}Replaces all of them: those that are absent are off. All are off unless set.`,
});

/** The rules as the API returns them. */
export const AgentHandover = Type.Object(
  { ...rules, when: conditions(Condition) },
  { title: 'AgentHandover', description: `${described}All can be off.` },
);

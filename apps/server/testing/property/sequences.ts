import fc from 'fast-check';
import { roles } from '../../src/access/scopes.ts';
import { readAgent, removeAgent, updateAgent, updateTogether } from './agent-commands.ts';
import type { Command, Fields } from './command.ts';
import { createAgent, repeatCreation } from './create-commands.ts';
import { invite, listInvitations, revokeInvitation } from './invitation-commands.ts';
import { listAgents, sorts } from './list-command.ts';

/** Max commands in one sequence. */
const maxCommands = 30;

/**
 * Text fragments that matter for searching and sorting: case, wildcards of LIKE, escapes, marks, multi-byte characters.
 */
const piece = fc.constantFrom(
  'a',
  'A',
  'z',
  '%',
  '_',
  '\\',
  '"',
  "'",
  'é',
  'É',
  'e\u0301',
  'ß',
  'İ',
  'ſ',
  '😀',
  '￿',
  '中',
  ' ',
  '‮',
  '\u2028',
);
const word = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
const anyText = fc.oneof(word, fc.string({ unit: 'binary', maxLength: 40 }));
const withoutNul = (text: string) => !text.includes('\0');

const name = fc
  .oneof(fc.constantFrom('a', 'A', 'Z'), word, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }))
  .filter((text) => {
    const { length } = [...text.trim()];
    return length >= 1 && length <= 200 && text.length <= 1000 && withoutNul(text);
  });
const model = fc.constantFrom('builtin/extract', 'builtin/echo', 'openai/gpt', 'openai/GPT');

const temperature = fc.double({ min: 0, max: 1, noNaN: true });

const fields: fc.Arbitrary<Fields> = fc.record(
  {
    name,
    description: anyText.filter(withoutNul),
    systemPrompt: anyText.filter(withoutNul),
    model,
    fallbackModels: fc.constantFrom([], ['openai/other'], ['openai/more', 'openai/other']),
    temperature,
    status: fc.constantFrom('active', 'inactive'),
    answerMode: fc.constantFrom('open', 'grounded'),
    groundingJudge: fc.constantFrom('rules', 'model'),
    rerank: fc.boolean(),
    knowledgeFilter: fc.constantFrom(null, { metadata: { region: 'eu' } }, { metadata: { 'a b': ['', '😀'] } }),
    tools: fc.constant([]),
    handover: fc.record({
      ...{ onFailedReply: fc.boolean(), onNegativeRating: fc.boolean(), onUnanswered: fc.boolean() },
      keywords: fc.constantFrom([], ['refund', 'Größe']),
      when: fc.constantFrom([], [{ key: 'team', value: 'x' }]),
      team: fc.constant(null),
    }),
  },
  { requiredKeys: [] },
);

/** The world's first actors have many rights, the others few. */
const by = fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(7) });
const target = {
  by,
  which: fc.nat(99),
  among: fc.constantFrom('visible', 'visible', 'visible', 'visible', 'ever', 'ever', 'never'),
} as const;
const place = fc.constantFrom(0, 0, 1, 1, 1, 1, 2, -1);
const source = fc.constantFrom('absent', 'absent', 'absent', 'absent', 'none', 'own', 'own', 'foreign', 'unknown');
const version = fc.constantFrom('absent', 'absent', 'any', 'current', 'current', 'several', 'old', 'weak');
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });

const creationFields = fc
  .tuple(fields, name)
  .map(([{ status: _status, ...rest }, given]) => ({ ...rest, name: given }));

const creation = fc
  .record({
    by,
    fields: creationFields,
    place: maybe(place),
    source,
    key: maybe(fc.constantFrom('one', 'two words')),
  })
  .map(createAgent);

const update = fc
  .record({ ...target, fields, source, version, echo: fc.constantFrom('nothing', 'nothing', 'all', 'spoiled') })
  .map(updateAgent);

const list = fc
  .record({
    by,
    place: maybe(place),
    sort: maybe(fc.constantFrom(...sorts)),
    status: maybe(fc.constantFrom('active', 'inactive')),
    model: maybe(model),
    q: maybe(fc.oneof(piece, word)),
    limit: maybe(fc.constantFrom(1, 2, 3, 100)),
    includeTotal: maybe(fc.boolean()),
  })
  .map(listAgents);

const whom = fc.oneof(fc.constantFrom('new@example.com', 'NEW@example.com', 'other@example.com'), fc.nat(9));

/** A command's probability is the number of its entries. */
const choices: fc.Arbitrary<Command>[] = [
  creation,
  creation,
  creation,
  update,
  update,
  update,
  list,
  list,
  fc.record({ ...target, version }).map(readAgent),
  fc
    .record({ by, which: fc.nat(99), temperatures: fc.array(temperature, { minLength: 2, maxLength: 5 }) })
    .map(updateTogether),
  fc.record({ ...target, version }).map(removeAgent),
  fc.record({ which: fc.nat(99), spaced: fc.boolean() }).map(repeatCreation),
  fc.record({ by, place, whom, role: fc.constantFrom(...roles) }).map(invite),
  fc.record({ by, place }).map(listInvitations),
  fc.record({ by, which: fc.nat(99), place: maybe(place) }).map(revokeInvitation),
];

/** Some initial agents for the commands, created by permitted actors. */
const beginning = fc.array(
  fc
    .record({
      in: fc.constantFrom({ by: 0, place: 0 }, { by: 1, place: 1 }, { by: 3, place: 2 }),
      fields: creationFields,
    })
    .map(({ in: where, fields }) => createAgent({ ...where, fields, source: 'absent', key: undefined })),
  { maxLength: 6 },
);

/** The start of a sequence, and up to `maxCommands` further commands. */
export const sequences = fc.record({ beginning, commands: fc.commands(choices, { maxCommands, size: 'max' }) });

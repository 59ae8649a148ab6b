import { defaultTexts } from '@parley/widget/texts';
import type { Codec } from '../edit/channel-values.ts';
import { type Colours, colourNames, isColour } from './colours/colours.ts';
import { type FormValues, formMistakes, formToValues, noForm, valuesToForm } from './form/form-values.ts';
import {
  type Launcher,
  noLauncher,
  type RuleValues,
  ruleMistakes,
  rulesToStored,
  rulesToValues,
} from './launcher/launcher-values.ts';
import { readOrigin, wrongOrigin } from './origins.ts';

/** The settings of a chat on the web as its form holds them; the origins are lines. */
export interface WebValues {
  title: string;
  greeting: string;
  suggestions: string[];
  language: string;
  theme: { mode: 'auto' | 'light' | 'dark'; light: Colours; dark: Colours; radius: number };
  position: 'left' | 'right';
  launcher: Launcher;
  proactive: RuleValues[];
  feedback: boolean;
  citations: boolean;
  sound: boolean;
  titleBadge: boolean;
  allowedOrigins: string;
  identity: 'optional' | 'required' | 'off';
  form: FormValues;
  pageContext: boolean;
  transcript: boolean;
  handover: { offered: boolean; team: string | null; awayText: string };
  satisfaction: { asked: boolean; question: string };
  texts: Record<string, string>;
}

const noHandover: WebValues['handover'] = { offered: false, team: null, awayText: '' };

const noSatisfaction: WebValues['satisfaction'] = { asked: false, question: '' };

/** The settings of a new chat, as in the API. */
const defaults: WebValues = {
  title: '',
  greeting: '',
  suggestions: [],
  language: 'auto',
  theme: { mode: 'auto', light: {}, dark: {}, radius: 12 },
  position: 'right',
  launcher: noLauncher,
  proactive: [],
  feedback: true,
  citations: true,
  sound: false,
  titleBadge: true,
  allowedOrigins: '',
  identity: 'optional',
  form: noForm,
  pageContext: true,
  transcript: false,
  handover: noHandover,
  satisfaction: noSatisfaction,
  texts: {},
};

/** The API's limits. */
export const maxSuggestions = 6;
export const maxText = 200;
const maxOrigins = 50;

/** No text replaced, by all keys: a field of a form has a value. */
const noTexts = Object.fromEntries(Object.keys(defaultTexts).map((key) => [key, '']));

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The origins in the form, each once, as browsers send them. */
export const originsOf = ({ allowedOrigins }: Pick<WebValues, 'allowedOrigins'>): string[] => [
  ...new Set(linesOf(allowedOrigins).map((line) => readOrigin(line) ?? line)),
];

/** Converts the settings of a chat to the values of its form, and back. Only a widget has a launcher. */
export const webCodec = (type: string): Codec<WebValues> => ({
  toForm: ({ allowedOrigins, form, proactive, ...settings }) => {
    const stored = settings as Partial<WebValues>;
    return {
      ...defaults,
      ...stored,
      // Colours are of any number: an absent one has the chat's own.
      theme: { ...defaults.theme, ...stored.theme },
      texts: { ...noTexts, ...stored.texts },
      handover: { ...noHandover, ...stored.handover },
      satisfaction: { ...noSatisfaction, ...stored.satisfaction },
      form: formToValues(form),
      launcher: { ...noLauncher, ...stored.launcher },
      proactive: rulesToValues(proactive),
      allowedOrigins: Array.isArray(allowedOrigins) ? allowedOrigins.join('\n') : '',
    };
  },
  toSettings: ({ position, launcher, proactive, ...values }) => ({
    ...values,
    ...(type === 'widget' && {
      position,
      launcher: { ...launcher, text: launcher.text.trim() },
      proactive: rulesToStored(proactive),
    }),
    handover: { ...values.handover, awayText: values.handover.awayText.trim() },
    satisfaction: { ...values.satisfaction, question: values.satisfaction.question.trim() },
    title: values.title.trim(),
    greeting: values.greeting.trim(),
    suggestions: values.suggestions.map((text) => text.trim()).filter((text) => text !== ''),
    theme: { ...values.theme, light: inOrder(values.theme.light), dark: inOrder(values.theme.dark) },
    texts: Object.fromEntries(
      Object.entries(values.texts).flatMap(([key, text]) => (text.trim() === '' ? [] : [[key, text.trim()]])),
    ),
    form: valuesToForm(values.form),
    allowedOrigins: originsOf(values),
  }),
  validate,
});

/** In one order, so that the same colours are equal as text. */
const inOrder = (colours: Colours): Colours =>
  Object.fromEntries(
    colourNames.flatMap((name) => {
      const colour = colours[name];
      return colour === undefined ? [] : [[name, colour.toLowerCase()]];
    }),
  );

function validate(values: WebValues): Record<string, string> {
  const { title, greeting, suggestions, theme, allowedOrigins, form, launcher, proactive } = values;
  const lines = linesOf(allowedOrigins);
  const wrong = lines.map(wrongOrigin).find((message) => message !== undefined);
  const longSuggestions = suggestions.flatMap((text, index) =>
    text.trim().length > 120 ? [[`suggestions.${index}`, 'Must have at most 120 characters.']] : [],
  );
  const colours = (['light', 'dark'] as const).flatMap((scheme) =>
    Object.entries(theme[scheme]).flatMap(([name, colour]) =>
      isColour(colour) ? [] : [[`theme.${scheme}.${name}`, 'Must be a colour such as #0b5fff.']],
    ),
  );
  const messages = [
    ['title', title.trim().length > 80 ? 'Must have at most 80 characters.' : undefined],
    ['greeting', greeting.trim().length > 500 ? 'Must have at most 500 characters.' : undefined],
    ['allowedOrigins', lines.length > maxOrigins ? `Must have at most ${maxOrigins} lines.` : wrong],
    ...longSuggestions,
    ['launcher.text', launcher.text.trim().length > 40 ? 'Must have at most 40 characters.' : undefined],
    [
      'handover.awayText',
      values.handover.awayText.trim().length > 300 ? 'Must have at most 300 characters.' : undefined,
    ],
    [
      'satisfaction.question',
      values.satisfaction.question.trim().length > 200 ? 'Must have at most 200 characters.' : undefined,
    ],
    ...ruleMistakes(proactive),
    ...formMistakes(form),
    ...colours,
  ];
  return Object.fromEntries(messages.filter(([, message]) => message !== undefined));
}

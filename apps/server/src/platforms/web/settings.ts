import { type Static, Type } from 'typebox';
import type { ErrorDetail } from '../../errors.ts';
import { parseUrl } from '../../parse-url.ts';
import { noHandover, WebHandover } from '../handover.ts';
import { noSatisfaction, WebSatisfaction } from '../satisfaction.ts';
import { formProblems, noForm, VisitorForm } from './form.ts';
import { Launcher, Proactive, proactiveProblems } from './launcher.ts';

/** The limits of what a chat on the web says and shows. */
const bounds = {
  title: 80,
  greeting: 500,
  suggestions: 6,
  suggestion: 120,
  text: 200,
  texts: 100,
  origins: 50,
} as const;

/** The colours of a theme, by the names of their CSS variables. */
const colourNames = {
  accent: 'buttons, links and the visitor’s messages',
  accentText: 'text on the accent colour',
  background: 'the chat',
  surface: 'the agent’s messages and the fields',
  text: 'text',
  mutedText: 'times, hints and placeholders',
  border: 'lines',
} as const;

const colour = (what: string) =>
  Type.Optional(
    Type.String({
      title: what.charAt(0).toUpperCase() + what.slice(1),
      pattern: '^#[0-9a-fA-F]{6}$',
      description: `Colour of ${what}, as \`#rrggbb\`; the theme’s own unless set.`,
      examples: ['#0b5fff'],
      'x-message': 'must be a colour such as #0b5fff',
    }),
  );

const colours = (title: string) => {
  const { accent, accentText, background, surface, text, mutedText, border } = colourNames;
  return Type.Object(
    {
      ...{ accent: colour(accent), accentText: colour(accentText), background: colour(background) },
      ...{ surface: colour(surface), text: colour(text), mutedText: colour(mutedText), border: colour(border) },
    },
    { additionalProperties: false, default: {}, title, description: `${title}; all have a default.`, examples: [{}] },
  );
};

/** A word of a closed set, with its default. */
const word = <const Word extends string>(words: readonly Word[], usual: Word, about: Titled) =>
  Type.Unsafe<Word>(Type.String({ enum: [...words], default: usual, examples: [usual], ...about }));

interface Titled {
  readonly title: string;
  readonly description: string;
}

const Theme = Type.Object(
  {
    mode: word(['auto', 'light', 'dark'], 'auto', {
      title: 'Mode',
      description: '`auto` follows the visitor’s device; `light` or `dark` is always so.',
    }),
    light: colours('Colours of the light theme'),
    dark: colours('Colours of the dark theme'),
    radius: Type.Integer({
      ...{ minimum: 0, maximum: 24, default: 12, title: 'Radius' },
      description: 'Radius of the corners in pixels: 0 to 24.',
      examples: [12],
    }),
  },
  {
    ...{ additionalProperties: false, default: {}, title: 'Theme' },
    description: 'Colours and corners: the eight CSS variables of the chat.',
    examples: [{ mode: 'auto', light: { accent: '#0b5fff' }, dark: { accent: '#6ea8fe' }, radius: 12 }],
  },
);

/**
 * An origin of a page: scheme, host and perhaps port, as `Origin` and `frame-ancestors` have it. Nothing in it can end
 * a directive of a Content-Security-Policy.
 */
const Origin = Type.String({
  maxLength: 300,
  pattern: '^https?://(?:\\*\\.)?[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63}){0,10}(?::[1-9][0-9]{0,4})?$',
  'x-message': 'must be an origin such as https://example.com, https://*.example.com or http://localhost:8080',
});

/** The languages of the chat, besides that of the visitor; `frame/language.ts` of the widget has their texts. */
const languages = ['auto', 'ar', 'bn', 'de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'pt', 'ru', 'tr', 'zh'] as const;

const fields = {
  title: Type.String({
    ...{ maxLength: bounds.title, default: '', title: 'Title' },
    description: 'Title of the chat: up to 80 characters. Empty for the agent’s name.',
    examples: ['Help'],
  }),
  greeting: Type.String({
    ...{ maxLength: bounds.greeting, default: '', title: 'Greeting' },
    description: 'First text that a new visitor reads: up to 500 characters. Empty for none.',
    examples: ['Hello! How can we help?'],
  }),
  suggestions: Type.Array(Type.String({ minLength: 1, maxLength: bounds.suggestion }), {
    ...{ maxItems: bounds.suggestions, default: [], title: 'Suggestions' },
    description: 'First messages that a visitor can choose: max 6, each up to 120 characters.',
    examples: [['Where is my order?']],
  }),
  language: word(languages, 'auto', {
    title: 'Language',
    description:
      '`auto` follows the visitor’s browser; a code such as `de` is for every visitor. A page may name another.',
  }),
  theme: Theme,
  texts: Type.Record(
    Type.String({ pattern: '^[a-zA-Z][a-zA-Z0-9.]{0,49}$' }),
    Type.String({ maxLength: bounds.text }),
    {
      ...{ additionalProperties: false, maxProperties: bounds.texts, default: {}, title: 'Texts' },
      description: 'Texts of the chat that replace its own, by their key; each up to 200 characters.',
      examples: [{ placeholder: 'Ask us anything' }],
    },
  ),
};

const options = {
  form: VisitorForm,
  handover: WebHandover,
  satisfaction: WebSatisfaction,
  pageContext: Type.Boolean({
    ...{ default: true, title: 'Page for the agent' },
    description: 'True if the agent is told which page a visitor is on, and what the page says of itself.',
    examples: [true],
  }),
  feedback: Type.Boolean({
    ...{ default: true, title: 'Feedback' },
    description: 'True if visitors can rate replies.',
    examples: [true],
  }),
  citations: Type.Boolean({
    ...{ default: true, title: 'Citations' },
    description: 'True if replies show what they cite.',
    examples: [true],
  }),
  sound: Type.Boolean({
    ...{ default: false, title: 'Sound' },
    description: 'True if a reply that a visitor doesn’t see makes a sound. Visitors can mute it.',
    examples: [false],
  }),
  titleBadge: Type.Boolean({
    ...{ default: true, title: 'Number in the title' },
    description: 'True if the title of the page begins with the number of unread replies.',
    examples: [true],
  }),
  transcript: Type.Boolean({
    ...{ default: false, title: 'Transcripts by email' },
    description: 'True if visitors can have a transcript of their conversation mailed; needs a mail server.',
    examples: [true],
  }),
  allowedOrigins: Type.Array(Origin, {
    ...{ maxItems: bounds.origins, uniqueItems: true, default: [], title: 'Allowed origins' },
    description:
      'Origins of the pages that may embed the chat, such as `https://example.com` or `https://*.example.com`: max ' +
      '50. None: a widget may be embedded everywhere, a page nowhere.',
    examples: [['https://example.com']],
  }),
  identity: word(['optional', 'required', 'off'], 'optional', {
    title: 'Verified identity',
    description:
      'Whether a visitor may prove who they are by a token of your server (`optional`), must (`required`), or can’t ' +
      '(`off`).',
  }),
};

const position = word(['left', 'right'], 'right', {
  title: 'Position',
  description: 'Side of the window at which the launcher is, unless the page names one.',
});

/** The settings of a hosted page. */
export const PageSettings = Type.Object({ ...fields, ...options }, { additionalProperties: false });

/** The settings of a widget. */
export const WidgetSettings = Type.Object(
  { ...fields, position, launcher: Launcher, proactive: Proactive, ...options },
  { additionalProperties: false },
);

/** Texts and appearance of a chat on the web; every field has a value. A page has neither position nor launcher. */
export type WebSettings = Static<typeof PageSettings> &
  Partial<Pick<Static<typeof WidgetSettings>, 'position' | 'launcher' | 'proactive'>>;

/** The settings of a new chat. */
export const webDefaults: Static<typeof WidgetSettings> = {
  title: '',
  greeting: '',
  suggestions: [],
  language: 'auto',
  theme: { mode: 'auto', light: {}, dark: {}, radius: 12 },
  texts: {},
  position: 'right',
  launcher: { icon: 'chat', text: '' },
  proactive: [],
  form: noForm,
  handover: noHandover,
  satisfaction: noSatisfaction,
  pageContext: true,
  feedback: true,
  citations: true,
  sound: false,
  titleBadge: true,
  transcript: false,
  allowedOrigins: [],
  identity: 'optional',
};

/** Finds what the schemas can't: in the form, and origins that no browser sends. */
export const webProblems = ({
  allowedOrigins,
  form,
  proactive,
}: Pick<WebSettings, 'allowedOrigins' | 'form' | 'proactive'>): readonly ErrorDetail[] => [
  ...formProblems(form),
  ...proactiveProblems(proactive),
  ...originProblems(allowedOrigins),
];

/** Finds origins that no browser sends: with the scheme's own port, or with a host that isn't one. */
const originProblems = (allowedOrigins: readonly string[]): readonly ErrorDetail[] =>
  allowedOrigins.flatMap((origin, index) => {
    const sent = parseUrl(origin.replace('*.', ''))?.origin;
    if (sent === origin.replace('*.', '')) return [];
    const message = sent === undefined ? 'is not an origin' : `must be written as browsers send it, such as ${sent}`;
    return [{ path: `settings.allowedOrigins.${index}`, message }];
  });

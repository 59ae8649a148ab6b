import { isColor, isMode, type Mode } from '../protocol.ts';
import { isObject } from './conversation/values.ts';
import { type Texts, withDefaults } from './texts.ts';

const colorNames = ['accent', 'accentText', 'background', 'surface', 'text', 'mutedText', 'border'] as const;

/** The colours of one mode; one that is left out has its default. */
export type Colors = Readonly<Partial<Record<(typeof colorNames)[number], string>>>;

/** Appearance of a channel. */
export interface Theme {
  readonly mode: Mode;
  readonly light: Colors;
  readonly dark: Colors;
  /** In pixels. */
  readonly radius: number;
}

/** Settings of a channel that its visitors see. */
export interface Settings {
  readonly agent: string;
  readonly title: string;
  /** Path of the channel's picture on the instance; empty for the seal of the agent. */
  readonly picture: string;
  readonly greeting: string;
  readonly suggestions: readonly string[];
  readonly theme: Theme;
  readonly texts: Texts;
  readonly feedback: boolean;
  readonly citations: boolean;
  /** True if replies that the visitor doesn't see make a sound. */
  readonly sound: boolean;
  /** True if the title of a page of its own begins with the number of unread replies. */
  readonly titleBadge: boolean;
  /** True if visitors can have a transcript mailed. */
  readonly transcript: boolean;
  /** True if visitors can ask for a person. */
  readonly handover: boolean;
  /** The question once a conversation was closed; empty for that of the chat, undefined for none. */
  readonly satisfaction: string | undefined;
  /** False if the agent is inactive: messages are stored, not answered. */
  readonly available: boolean;
  /** Max characters of a message. */
  readonly messageLength: number;
  readonly offlineMessage: string | null;
  /** The form that visitors fill in; undefined without one. */
  readonly form: Form | undefined;
}

/** A field of a form; the service checks its answers. */
export interface FormField {
  readonly key: string;
  readonly label: string;
  readonly type: 'text' | 'email' | 'phone' | 'select' | 'checkbox' | 'textarea';
  readonly required: boolean;
  readonly description: string;
  readonly options: readonly string[];
}

/** A form, and when it is asked. */
export interface Form {
  readonly when: 'before' | 'after_first';
  readonly intro: string;
  readonly fields: readonly FormField[];
  readonly consent: { readonly text: string; readonly url: string };
}

/** The settings in an answer of the service, or from a preview; an invalid one has its default. */
export function readSettings(value: Readonly<Record<string, unknown>>): Settings {
  const { agent, suggestions, theme, texts, feedback, citations, available, messageLength, offlineMessage } = value;
  return {
    agent: typeof agent === 'string' ? agent : '',
    title: textOf(value['title']),
    picture: /^\/chat\/\w+\/picture-\w+$/.test(textOf(value['picture'])) ? textOf(value['picture']) : '',
    greeting: textOf(value['greeting']),
    suggestions: Array.isArray(suggestions) ? suggestions.map(textOf).filter(Boolean).slice(0, 6) : [],
    theme: readTheme(isObject(theme) ? theme : {}),
    texts: withDefaults(texts),
    feedback: feedback !== false,
    citations: citations !== false,
    sound: value['sound'] === true,
    titleBadge: value['titleBadge'] !== false,
    transcript: value['transcript'] === true,
    handover: value['handover'] === true,
    satisfaction: readQuestion(value['satisfaction']),
    available: available !== false,
    messageLength: typeof messageLength === 'number' && messageLength > 0 ? messageLength : 4_000,
    form: readForm(value['form']),
    offlineMessage: typeof offlineMessage === 'string' && offlineMessage !== '' ? offlineMessage : null,
  };
}

const fieldTypes: readonly unknown[] = ['text', 'email', 'phone', 'select', 'checkbox', 'textarea'];

function readForm(value: unknown): Form | undefined {
  if (!isObject(value) || (value['when'] !== 'before' && value['when'] !== 'after_first')) return undefined;
  const { when, fields } = value;
  const shown = (Array.isArray(fields) ? fields : []).filter(
    (field): field is FormField => isObject(field) && fieldTypes.includes(field['type']) && textOf(field['key']) !== '',
  );
  const consent = isObject(value['consent']) ? value['consent'] : {};
  return shown.length === 0
    ? undefined
    : {
        ...{ when, intro: textOf(value['intro']), fields: shown },
        consent: { text: textOf(consent['text']), url: textOf(consent['url']) },
      };
}

const readQuestion = (value: unknown): string | undefined =>
  isObject(value) && value['asked'] === true ? textOf(value['question']) : undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readTheme({ mode, light, dark, radius }: Readonly<Record<string, unknown>>): Theme {
  return {
    mode: isMode(mode) ? mode : 'auto',
    light: readColors(light),
    dark: readColors(dark),
    radius: typeof radius === 'number' && radius >= 0 && radius <= 24 ? radius : 12,
  };
}

function readColors(value: unknown): Colors {
  const given = isObject(value) ? value : {};
  return Object.fromEntries(colorNames.flatMap((name) => (isColor(given[name]) ? [[name, given[name]]] : [])));
}

/** The settings before the service has told any. */
export const noSettings = readSettings({});

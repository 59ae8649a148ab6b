import { type Static, Type } from 'typebox';
import type { ErrorDetail } from '../../errors.ts';

/** The limits of a launcher and its rules; texts in characters. */
const bounds = { text: 40, rules: 10, ruleText: 200, paths: 10, path: 200, seconds: 3_600 } as const;

const icons = ['chat', 'question', 'seal', 'picture'] as const;

/** The button that opens a widget. */
export const Launcher = Type.Object(
  {
    icon: Type.Unsafe<(typeof icons)[number]>(
      Type.String({
        ...{ enum: [...icons], default: 'chat' },
        description:
          'Icon of the launcher: a speech bubble, a question mark, the seal of the agent, or the picture of the channel. ' +
          'A speech bubble while that has none.',
        examples: ['chat'],
      }),
    ),
    text: Type.String({
      ...{ maxLength: bounds.text, default: '' },
      description: 'Text beside the icon: up to 40 characters. Empty for a round launcher.',
      examples: ['Questions?'],
    }),
  },
  {
    ...{ additionalProperties: false, default: {}, title: 'Launcher' },
    description: 'The button that opens the chat. Its icon and text are public.',
    examples: [{ icon: 'chat', text: '' }],
  },
);

const repeats = ['visit', 'day', 'until_closed'] as const;

const Rule = Type.Object(
  {
    text: Type.String({
      ...{ minLength: 1, maxLength: bounds.ruleText },
      description: 'Text of the bubble: 1 to 200 characters. The chat greets with it if a visitor clicks the bubble.',
      examples: ['Questions about our plans?'],
    }),
    paths: Type.Array(
      Type.String({ minLength: 1, maxLength: bounds.path, pattern: '^/', 'x-message': 'must begin with /' }),
      {
        ...{ maxItems: bounds.paths, uniqueItems: true, default: [] },
        description:
          'Paths of the pages: max 10, each up to 200 characters; `*` stands for any characters. None: all pages.',
        examples: [['/pricing*']],
      },
    ),
    afterSeconds: Type.Integer({
      ...{ minimum: 0, maximum: bounds.seconds, default: 0 },
      description: 'Seconds on the page before the bubble shows: 0 to 3600.',
      examples: [20],
    }),
    scrollPercent: Type.Integer({
      ...{ minimum: 0, maximum: 100, default: 0 },
      description: 'Share of the page that a visitor has scrolled through, in percent: 0 to 100.',
      examples: [50],
    }),
    onExit: Type.Boolean({
      default: false,
      description:
        'True if the bubble waits until the pointer leaves the page at the top. Touch screens have no such moment.',
      examples: [false],
    }),
    repeat: Type.Unsafe<(typeof repeats)[number]>(
      Type.String({
        ...{ enum: [...repeats], default: 'visit' },
        description:
          '`visit`: once in each visit; `day`: once in 24 hours; `until_closed`: on every page until a visitor closes ' +
          'or clicks it.',
        examples: ['visit'],
      }),
    ),
  },
  { additionalProperties: false },
);

/** Rules for bubbles beside the launcher. */
export const Proactive = Type.Array(Rule, {
  ...{ maxItems: bounds.rules, default: [], title: 'Proactive greetings' },
  description:
    'Bubbles beside the launcher, each with conditions that must all hold: max 10. The first that applies is shown. ' +
    'Texts and paths are public.',
  examples: [[]],
});

/** Returns what the schema can't check: rules with the same text, which closing one would close. */
export const proactiveProblems = (rules: Static<typeof Proactive> = []): readonly ErrorDetail[] =>
  rules.flatMap(({ text }, index) =>
    rules.findIndex((each) => each.text === text) === index
      ? []
      : [{ path: `settings.proactive.${index}.text`, message: 'must differ from the texts of the other rules' }],
  );

/** The settings that the launcher of a channel depends on. */
interface Settings {
  readonly language: string;
  readonly position?: 'left' | 'right';
  readonly texts: Readonly<Record<string, string>>;
  readonly theme: {
    readonly mode: string;
    readonly light: Colours;
    readonly dark: Colours;
  };
  readonly titleBadge: boolean;
  /** Path of the channel's picture on the instance. */
  readonly picture: string | null;
  readonly launcher?: Static<typeof Launcher>;
  readonly proactive?: Static<typeof Proactive>;
}

interface Colours {
  readonly accent?: string;
  readonly accentText?: string;
}

/** Returns the public data of a launcher; the launcher of the widget reads it (`loader/launcher/settings.ts`). */
export const launcherOf = (agent: string, { language, theme, texts, titleBadge, ...settings }: Settings) => ({
  ...{ agent, ...iconOf(settings), text: settings.launcher?.text ?? '', titleBadge },
  ...{
    language,
    position: settings.position ?? 'right',
    open: ownText(texts['open']),
    unread: ownText(texts['unread']),
  },
  theme: { mode: theme.mode, light: accentOf(theme.light), dark: accentOf(theme.dark) },
  proactive: settings.proactive ?? [],
});

/** Without a picture, nothing of it is loaded. */
function iconOf({ launcher, picture }: Pick<Settings, 'launcher' | 'picture'>) {
  if (launcher?.icon !== 'picture') return { icon: launcher?.icon ?? 'chat' };
  return picture === null ? { icon: 'chat' } : { icon: 'picture', picture };
}

/** A blank text replaces none, as in the chat. */
const ownText = (text: string | undefined) => (text?.trim() ? text : undefined);

const accentOf = ({ accent, accentText }: Colours): Colours => ({
  ...(accent !== undefined && { accent }),
  ...(accentText !== undefined && { accentText }),
});

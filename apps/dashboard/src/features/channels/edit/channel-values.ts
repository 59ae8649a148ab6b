import type { Channel, ChannelUpdateParams } from '@parley/sdk';

/** A number; empty for no limit, if the field may be empty. */
type Amount = number | '';

/** The limits that are numbers, with their allowed values. */
export const amounts = {
  visitorMessagesPerDay: { min: 1, max: 1_000_000, mayBeEmpty: true },
  messagesPerDay: { min: 1, max: 1_000_000, mayBeEmpty: true },
  addressPercent: { min: 1, max: 100, mayBeEmpty: false },
  messageLength: { min: 1, max: 100_000, mayBeEmpty: false },
  historyTokens: { min: 0, max: 1_000_000, mayBeEmpty: true },
} as const;

/** The name of a limit that is a number. */
export type AmountName = keyof typeof amounts;
const amountNames = Object.keys(amounts) as AmountName[];

/** Values of a channel's form. `Settings` are the settings of its kind. */
export interface ChannelValues<Settings extends object = object> {
  name: string;
  isActive: boolean;
  offlineMessage: string;
  limits: Record<AmountName, Amount> & { message: string };
  settings: Settings;
}

/** Converts the settings of a kind to the values of its form, and back. */
export interface Codec<Settings extends object> {
  toForm(settings: Channel['settings']): Settings;
  toSettings(values: Settings): Record<string, unknown>;
  /** Messages by the path of the setting; empty if all are fine. */
  validate(values: Settings): Record<string, string>;
}

/** A channel as its form holds it. */
export function valuesOf<Settings extends object>(
  { name, status, offlineMessage, limits, settings }: Channel,
  codec: Codec<Settings>,
): ChannelValues<Settings> {
  return {
    name,
    isActive: status !== 'inactive',
    offlineMessage: offlineMessage ?? '',
    limits: {
      visitorMessagesPerDay: limits.visitorMessagesPerDay ?? '',
      messagesPerDay: limits.messagesPerDay ?? '',
      addressPercent: limits.addressPercent,
      messageLength: limits.messageLength,
      historyTokens: limits.historyTokens ?? '',
      message: limits.message ?? '',
    },
    settings: codec.toForm(settings),
  };
}

/** The values as the API takes them. */
function bodyOf<Settings extends object>(values: ChannelValues<Settings>, codec: Codec<Settings>) {
  const { name, isActive, offlineMessage, limits, settings } = values;
  const amount = (value: Amount) => (value === '' ? null : value);
  return {
    name: name.trim(),
    status: isActive ? 'active' : 'inactive',
    offlineMessage: offlineMessage.trim() || null,
    limits: {
      visitorMessagesPerDay: amount(limits.visitorMessagesPerDay),
      messagesPerDay: amount(limits.messagesPerDay),
      addressPercent: amount(limits.addressPercent),
      messageLength: amount(limits.messageLength),
      historyTokens: amount(limits.historyTokens),
      message: limits.message.trim() || null,
    },
    settings: codec.toSettings(settings),
  } as const;
}

/** The fields in which `after` differs from `before`. */
function difference(after: object, before: object): Record<string, unknown> {
  const old = before as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(old[field])),
  );
}

/** Returns the changes in the form, as the API takes them. Changes that others make to other fields are kept. */
export function changesOf<Settings extends object>(
  values: ChannelValues<Settings>,
  before: ChannelValues<Settings>,
  codec: Codec<Settings>,
): ChannelUpdateParams {
  const [now, then] = [bodyOf(values, codec), bodyOf(before, codec)];
  const { settings: _, limits: __, ...plain } = now;
  const limits = difference(now.limits, then.limits);
  const settings = difference(now.settings, then.settings);
  return {
    ...difference(plain, then),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

/** True if anything has changed in the form. */
export const isChanged = (changes: ChannelUpdateParams): boolean => Object.keys(changes).length > 0;

/** The fields, limits and settings that both have. */
export function sharedFields(mine: ChannelUpdateParams, theirs: ChannelUpdateParams): readonly string[] {
  const others = fieldsOf(theirs);
  return fieldsOf(mine).filter((field) => others.includes(field));
}

const fieldsOf = ({ limits = {}, settings = {}, ...plain }: ChannelUpdateParams): readonly string[] =>
  [plain, limits, settings].flatMap((each) => Object.keys(each));

function wrongAmount(name: AmountName, value: Amount): string | undefined {
  const { min, max, mayBeEmpty } = amounts[name];
  const isFine = value === '' ? mayBeEmpty : Number.isInteger(value) && value >= min && value <= max;
  const range = `Must be a whole number from ${min} to ${max.toLocaleString('en')}`;
  return isFine ? undefined : `${range}${mayBeEmpty ? ', or empty' : ''}.`;
}
const tooLong = (value: string, max: number) =>
  value.trim().length > max ? `Must have at most ${max.toLocaleString('en')} characters.` : undefined;

/** The messages about the values, by their path; the server's limits (`ChannelDraft` in openapi.json). */
export function validateChannel<Settings extends object>(
  { name, offlineMessage, limits, settings }: ChannelValues<Settings>,
  codec: Codec<Settings>,
): Record<string, string> {
  const messages = {
    name: name.trim() === '' ? 'Enter a name.' : tooLong(name, 80),
    offlineMessage: tooLong(offlineMessage, 2_000),
    ...Object.fromEntries(amountNames.map((name) => [`limits.${name}`, wrongAmount(name, limits[name])])),
    'limits.message': tooLong(limits.message, 500),
  };
  const own = Object.entries(codec.validate(settings)).map(([path, text]) => [`settings.${path}`, text] as const);
  const found = [...Object.entries(messages), ...own].filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(found);
}

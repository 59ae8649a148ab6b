import { connectorKindOf } from '../../connectors/kinds.ts';
import { type ErrorDetail, invalid } from '../../errors.ts';
import { parseUrl } from '../../parse-url.ts';
import { sourceLimits } from '../../schemas/source-limits.ts';
import { intervalMs, type SourceChanges, type SourceDraft, websiteDefaults } from './draft-schema.ts';
import type { SourceType, SyncInterval } from './schema.ts';
import { noSettings, type Settings } from './settings-schema.ts';

/** The types that each field is for. */
const fieldTypes = {
  text: ['text'],
  pairs: ['qa'],
  url: ['url', 'website', 'git', 's3'],
  include: ['website', 'git', 's3'],
  exclude: ['website', 'git', 's3'],
  maxPages: ['website'],
  maxDepth: ['website'],
  syncInterval: ['url', 'website', 'git', 's3', 'notion'],
  connection: ['git', 's3', 'notion'],
} as const satisfies Readonly<Record<string, readonly SourceType[]>>;

/** Throws `validation_failed` for a field that is not for the type. Null is no value. */
function checkFields(type: SourceType, given: SourceDraft | SourceChanges): ErrorDetail[] {
  const values = given as Readonly<Record<string, unknown>>;
  return Object.entries(fieldTypes)
    .filter(([name, types]) => (values[name] ?? null) !== null && !(types as readonly string[]).includes(type))
    .map(([path, types]) => ({ path, message: `is only for sources of type ${types.join(' or ')}` }));
}

/** Checks a draft of a source and returns its URL in normal form. Throws `validation_failed`. */
export function checkDraft(draft: SourceDraft): string | undefined {
  const { type, name, text, url } = draft;
  const wrong = checkFields(type, draft);
  if (name === undefined && ['text', 'qa', 'documents', 'notion'].includes(type))
    wrong.push({ path: 'name', message: 'is required' });
  if (type === 'text' && text === undefined) wrong.push({ path: 'text', message: 'is required' });
  if ((fieldTypes.url as readonly string[]).includes(type) && url === undefined)
    wrong.push({ path: 'url', message: 'is required' });
  return checkUrl(wrong, url);
}

/** Checks a change of a source and returns its URL in normal form. Throws `validation_failed`. */
export const checkChanges = (type: SourceType, changes: SourceChanges): string | undefined =>
  checkUrl(checkFields(type, changes), changes.url);

function checkUrl(wrong: ErrorDetail[], url: string | undefined): string | undefined {
  const normal = url === undefined ? undefined : urlOf(url);
  if (url !== undefined && normal === undefined) {
    wrong.push({ path: 'url', message: 'must be an http or https URL without a user name or password' });
  }
  if (wrong.length > 0) throw invalid(wrong);
  return normal;
}

/** Returns a URL in normal form. Throws `validation_failed`. */
export const checkedUrl = (url: string): string => checkUrl([], url) ?? url;

/** The URL in normal form, without a fragment; undefined if it isn't one of a page. */
function urlOf(text: string): string | undefined {
  const url = parseUrl(text);
  if (url === undefined) return undefined;
  const isPage = ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
  url.hash = '';
  return isPage && url.href.length <= sourceLimits.url ? url.href : undefined;
}

/** The settings of a checked draft; those of its files and texts are added when these are stored. */
export function settingsOf({ type, include, exclude, maxPages, maxDepth }: SourceDraft, url: string | undefined) {
  if (type === 'url') return { ...noSettings, url: url ?? null };
  if (connectorKindOf(type) !== undefined)
    return { ...noSettings, url: url ?? null, include: include ?? [], exclude: exclude ?? [] };
  if (type !== 'website') return noSettings;
  return {
    ...noSettings,
    ...{ url: url ?? null, include: include ?? [], exclude: exclude ?? [] },
    ...{ maxPages: maxPages ?? websiteDefaults.maxPages, maxDepth: maxDepth ?? websiteDefaults.maxDepth },
  };
}

/** The settings after a checked change. */
export function changedSettings(
  before: Settings,
  { include, exclude, maxPages, maxDepth }: SourceChanges,
  url: string | undefined,
): Settings {
  return {
    ...before,
    ...(url !== undefined && { url }),
    ...(include !== undefined && { include }),
    ...(exclude !== undefined && { exclude }),
    ...(maxPages !== undefined && { maxPages }),
    ...(maxDepth !== undefined && { maxDepth }),
  };
}

/** An interval, and when the next scheduled sync is due in ms since 1970. */
export const scheduleOf = (interval: SyncInterval | null, now: number) => ({
  interval,
  next: interval === null ? null : now + intervalMs[interval],
});

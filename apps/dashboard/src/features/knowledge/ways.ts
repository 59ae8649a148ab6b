import { fileLimit } from '../../api/field-limits.ts';
import { present, type RawSearch, readId, readWord } from '../../search-params.ts';
import type { IconName } from '../../ui/page/icons.tsx';
import { sourceTypes } from './source-types.ts';
import type { SourceType } from './source-words.ts';

/** A type of source that the page adds. */
export type Way = SourceType;

/** The ways to add a source, by the type that each makes. */
export const ways: readonly {
  readonly type: Way;
  readonly title: string;
  readonly about: string;
  readonly icon: IconName;
}[] = [
  { type: 'text', title: 'Paste text', about: 'Policies, product facts, notes: anything you can copy.', icon: 'text' },
  {
    type: 'file',
    title: 'Upload files',
    about: `PDF, Word, HTML, Markdown, text or CSV, up to ${fileLimit} each.`,
    icon: 'file',
  },
  {
    type: 'documents',
    title: 'Collect documents',
    about: 'A folder of many files in one source, each replaced and deleted alone.',
    icon: 'book',
  },
  {
    type: 'url',
    title: 'Link a page',
    about: 'The main content of one web page, synced as often as you like.',
    icon: 'link',
  },
  {
    type: 'website',
    title: 'Read a website',
    about: 'The pages of one site, by its sitemap or its links.',
    icon: 'globe',
  },
  { type: 'qa', title: 'Questions and answers', about: 'Exact answers to questions that people ask.', icon: 'help' },
  { type: 'git', title: 'Connect a repository', about: 'The documents of a Git repository.', icon: 'code' },
  { type: 's3', title: 'Connect a bucket', about: 'The documents of an S3 bucket.', icon: 'inbox' },
  {
    type: 'notion',
    title: 'Connect Notion',
    about: 'The pages that you share with an integration.',
    icon: 'book',
  },
];

/** The search parameters of the page that adds a source. */
export interface NewSourceSearch {
  type?: Way;
  /** The agent that gets the source. */
  agent?: string;
}

/** Reads the search parameters of the page that adds a source. */
export const readNewSourceSearch = (search: RawSearch): NewSourceSearch =>
  present({ type: readWord(sourceTypes, search['type']), agent: readId('agent', search['agent']) });

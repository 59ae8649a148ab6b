import type { KnowledgeSource } from '@parley/sdk';
import type { IconName } from '../../ui/page/icons.tsx';

export type SourceType = KnowledgeSource['type'];

/** Labels and icons of the types of sources. */
export const typeFacts: Readonly<Record<SourceType, { readonly label: string; readonly icon: IconName }>> = {
  text: { label: 'Text', icon: 'text' },
  file: { label: 'File', icon: 'file' },
  documents: { label: 'Documents', icon: 'book' },
  url: { label: 'Page', icon: 'link' },
  website: { label: 'Website', icon: 'globe' },
  qa: { label: 'Questions and answers', icon: 'help' },
  git: { label: 'Git repository', icon: 'code' },
  s3: { label: 'S3 bucket', icon: 'inbox' },
  notion: { label: 'Notion', icon: 'book' },
};

/** State of a source as people see it. */
export type SourceState = 'waiting' | 'working' | 'ready' | 'review' | 'failed';

export const stateLabels: Readonly<Record<SourceState, string>> = {
  waiting: 'Waiting',
  working: 'Syncing',
  ready: 'Ready',
  review: 'Waiting for review',
  failed: 'Failed',
};

/** Returns the state of a source: a version that waits for a review is more important than that all is read. */
export function stateOf({ status, review }: Pick<KnowledgeSource, 'status' | 'review'>): SourceState {
  if (status === 'queued') return 'waiting';
  if (status === 'processing') return 'working';
  if (status === 'failed') return 'failed';
  return review === null ? 'ready' : 'review';
}

/** `1 page`, `1,204 pages`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Returns the progress of a sync in words: `12 of 40 pages`. */
export function progressWords(progress: KnowledgeSource['progress']): string | undefined {
  if (progress === null) return undefined;
  const { done, total, unit } = progress;
  if (total === null) return `${done.toLocaleString('en')} ${unit} so far`;
  return `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${unit}`;
}

/**
 * True if the sync that runs is one of many small ones: each edit of a document or a pair starts one. The line of facts
 * then tells of it, since a notice above the list would move the list while its user works in it.
 */
export const isQuietlyBusy = ({ type, version, error }: Pick<KnowledgeSource, 'type' | 'version' | 'error'>): boolean =>
  (type === 'documents' || type === 'qa') && version > 0 && error === null;

/**
 * Returns the size of a source in words: `12 documents, 340 chunks`. Texts and pages are one document, so only their
 * chunks are counted.
 */
export function sizeWords({ type, documentCount, chunkCount }: KnowledgeSource): string {
  const chunks = counted(chunkCount, 'chunk');
  if (type === 'qa') return `${counted(documentCount, 'pair')}, ${chunks}`;
  if (type === 'website') return `${counted(documentCount, 'page')}, ${chunks}`;
  return documentCount > 1 ? `${counted(documentCount, 'document')}, ${chunks}` : chunks;
}

/** Returns the origin of a source: its file or address. */
export const originOf = ({ url, file }: Pick<KnowledgeSource, 'url' | 'file'>): string | undefined =>
  url?.replace(/^https?:\/\//, '').replace(/\/$/, '') ?? file?.name;

export const intervalLabels = {
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
} as const satisfies Readonly<Record<NonNullable<KnowledgeSource['syncInterval']>, string>>;

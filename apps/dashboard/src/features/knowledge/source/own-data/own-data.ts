import type { KnowledgeSource, KnowledgeSourceUpdateParams } from '@parley/sdk';
import { type MetadataRow, metadataOf, rowsOf, validateRows } from './metadata-rows.ts';

/** The fields of a form for what only the caller's own systems use. */
export interface OwnData {
  externalId: string;
  metadata: MetadataRow[];
}

export const noOwnData: OwnData = { externalId: '', metadata: [] };

type Stored = Pick<KnowledgeSource, 'externalId' | 'metadata'>;

export const ownDataOf = ({ externalId, metadata }: Stored): OwnData => ({
  externalId: externalId ?? '',
  metadata: rowsOf(metadata),
});

export const validateOwnData = {
  externalId: (value: string): string | null =>
    value.trim().length > 200 ? 'Must have at most 200 characters.' : null,
  metadata: validateRows,
};

/** Returns the changed fields, as the API takes them. */
export function ownDataChanges(
  values: OwnData,
  stored: Stored,
): Pick<KnowledgeSourceUpdateParams, 'externalId' | 'metadata'> {
  const externalId = values.externalId.trim() || null;
  const metadata = metadataOf(values.metadata);
  return {
    ...(externalId !== stored.externalId && { externalId }),
    ...(JSON.stringify(metadata) !== JSON.stringify(stored.metadata) && { metadata }),
  };
}

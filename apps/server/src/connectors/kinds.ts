import type { ConnectorKind } from './connector.ts';
import { gitKind } from './git/git.ts';
import { notionKind } from './notion/notion.ts';
import { s3Kind } from './s3/s3.ts';

/** The kinds of connectors by the type of their sources. */
export const connectorKinds = { git: gitKind, s3: s3Kind, notion: notionKind } as const satisfies Readonly<
  Record<string, ConnectorKind>
>;

/** The types of sources that are connected. */
export type ConnectorType = keyof typeof connectorKinds;

/** Returns the kind of connector of a type of source; undefined for a source that isn't connected. */
export const connectorKindOf = (type: string): ConnectorKind | undefined =>
  Object.hasOwn(connectorKinds, type) ? connectorKinds[type as ConnectorType] : undefined;

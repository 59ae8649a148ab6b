import type { Citation } from '../schemas/message-parts.ts';
import type { PlacedPart } from './reply-body.ts';

/** The addition to a reply since a place. */
export interface Piece {
  /** The ID of the reply. */
  readonly message: string;
  readonly offset: number;
  readonly text: string;
  /** All of them, for processes of an earlier version, which know no other parts. */
  readonly citations: readonly Citation[];
  /** The index of the first of `others`, and the parts that aren't text from there on. */
  readonly from: number;
  readonly others: readonly PlacedPart[];
  readonly ended: boolean;
}

/** Reads a message of the bus; undefined unless it is a well-formed piece: other programs may share the server. */
export function readPiece(message: string): Piece | undefined {
  let piece: Fields<Piece> | null;
  try {
    piece = JSON.parse(message) as typeof piece;
  } catch {
    return undefined;
  }
  if (!isObject<Piece>(piece)) return undefined;
  const { message: id, offset, text, citations, ended } = piece;
  if (typeof id !== 'string' || typeof text !== 'string' || typeof ended !== 'boolean') return undefined;
  if (!isCount(offset) || !Array.isArray(citations) || !citations.every(isCitation)) return undefined;
  // A process of an earlier version sends no other parts, and its citations follow the text.
  const earlier = citations.map((citation) => ({ at: offset + text.length, part: { type: 'citation', citation } }));
  const { from = 0, others = earlier } = piece;
  if (!isCount(from) || !Array.isArray(others) || !others.every(isPlaced)) return undefined;
  return { message: id, offset, text, citations, from, others, ended };
}

type Fields<Type> = Partial<Record<keyof Type, unknown>>;

const isObject = <Type>(value: unknown): value is Fields<Type> => typeof value === 'object' && value !== null;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const areTexts = (...values: readonly unknown[]) => values.every((value) => typeof value === 'string');

function isCitation(value: unknown): value is Citation {
  if (!isObject<Citation>(value)) return false;
  const { source, title, url, quote, score } = value;
  return areTexts(source, title, quote, url ?? '') && url !== undefined && typeof score === 'number';
}

function isPlaced(value: unknown): value is PlacedPart {
  if (!isObject<PlacedPart>(value) || !isCount(value.at)) return false;
  const part = value.part as Record<string, unknown> | null | undefined;
  switch (part?.['type']) {
    case 'citation':
      return isCitation(part['citation']);
    case 'reasoning':
      return areTexts(part['text']) && (part['truncated'] ?? true) === true;
    case 'approval-requested':
      return areTexts(part['callId'], part['name'], part['toolCall'], part['deadline']);
    case 'tool-call':
      return areTexts(part['callId'], part['name']) && isObject(part['arguments']);
    case 'tool-result':
      return areTexts(part['callId'], part['name'], part['content']) && typeof part['isError'] === 'boolean';
    default:
      return false;
  }
}

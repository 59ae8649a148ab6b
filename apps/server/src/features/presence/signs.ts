import type { Place } from '../../schemas/conversations/presence.ts';
import type { Sign } from './store.ts';

/** A sign as processes tell it each other: without a time, since their clocks differ. */
export interface ToldSign extends Place, Omit<Sign, 'until'> {
  /** False if the sender has left. */
  readonly here: boolean;
}

/** The text of a sign, for the bus. */
export const toldSign = ({ conversation, workspace, who, name, typing, here }: ToldSign): string =>
  JSON.stringify([conversation, workspace, who, name, typing, here]);

/** Reads the text of a sign; undefined for one of another version. */
export function readSign(text: string): ToldSign | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts)) return undefined;
  const [conversation, workspace, who, name, typing, here] = parts as readonly unknown[];
  const texts = [conversation, workspace, who, name].every((part) => typeof part === 'string');
  if (!texts || typeof typing !== 'boolean' || typeof here !== 'boolean') return undefined;
  return { conversation, workspace, who, name, typing, here } as ToldSign;
}

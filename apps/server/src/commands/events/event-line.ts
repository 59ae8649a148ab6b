import { styleText } from 'node:util';
import { plain } from '../output/plain-line.ts';
import type { FollowedEvent } from './following.ts';

/** True if the output is a terminal that shows colours. */
export const isColoured = (stream: NodeJS.WriteStream): boolean => stream.isTTY === true && stream.hasColors();

/** Returns an event as a line: its time, its type, who did it, and what it is about. */
export function eventLine({ createdAt, type, actor, data }: FollowedEvent, coloured: boolean): string {
  const by = actor.name === undefined ? actor.id : `${actor.name} (${actor.id})`;
  const about = Object.entries(data).map(([name, value]) => `${name}=${textOf(value)}`);
  const paint = (format: Parameters<typeof styleText>[0], text: string) =>
    coloured ? styleText(format, plain(text), { validateStream: false }) : plain(text);
  const who = actor.kind === actor.id ? actor.kind : `${actor.kind} ${by}`;
  return [paint('dim', createdAt), paint('cyan', type), paint('yellow', who), plain(about.join(' '))]
    .join('  ')
    .trimEnd();
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

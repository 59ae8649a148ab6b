import type { Message, MessageAttachment } from '@parley/sdk';
import type { IconName } from '../../../../ui/page/icons.tsx';

type Kind = MessageAttachment['kind'];

/** The icon and the name of each kind. */
const kinds: Readonly<Record<Kind, { readonly icon: IconName; readonly title: string }>> = {
  image: { icon: 'image', title: 'Photo' },
  video: { icon: 'film', title: 'Video' },
  audio: { icon: 'sound', title: 'Audio' },
  voice: { icon: 'sound', title: 'Voice message' },
  file: { icon: 'file', title: 'File' },
  sticker: { icon: 'sparkle', title: 'Sticker' },
  location: { icon: 'pin', title: 'Location' },
  contact: { icon: 'person', title: 'Contact' },
  poll: { icon: 'checks', title: 'Poll' },
  order: { icon: 'tag', title: 'Order' },
  form: { icon: 'text', title: 'Form' },
  dice: { icon: 'sparkle', title: 'Dice' },
  message: { icon: 'agent', title: 'Message' },
  other: { icon: 'file', title: 'Attachments' },
};

/** The icon and the name of a kind; those of a file for one that a newer server has added. */
export const kindOf = (kind: string) => (Object.hasOwn(kinds, kind) ? kinds[kind as Kind] : kinds.file);

/** An attachment in words: its name, or else its kind, and the rest that is known of it. */
export function attachmentWords({ kind, name, text, size, duration }: MessageAttachment) {
  const details = [
    name === null ? undefined : (text ?? undefined),
    duration === null ? undefined : timeWords(duration),
    size === null ? undefined : sizeWords(size),
  ];
  return {
    name: name ?? text ?? kindOf(kind).title,
    details: details.filter((each) => each !== undefined).join(' · '),
  };
}

/** A size, such as `120 kB`. */
function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${Math.round(bytes)} bytes`;
  return bytes < 999_500 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A duration, such as `0:07`. */
function timeWords(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The text of a message without the lines at its end that stand for its attachments. */
export function textBeside({ content, attachments }: Pick<Message, 'content' | 'attachments'>): string {
  if (attachments.length === 0) return content;
  const lines = content.split('\n');
  const own = lines.slice(0, Math.max(0, lines.length - attachments.length));
  const rest = lines.slice(own.length);
  return rest.every((line) => /^\[[^[\]]*\]$/.test(line)) ? own.join('\n').trimEnd() : content;
}

/** One line of text in which the lines of attachments, such as `[Photo, not seen: 2 kB]`, are plain words. */
export const withoutBrackets = (line: string): string =>
  line.replace(
    /\[([^[\]]+?)(?:, not (?:seen|heard|read))?(?:: ([^[\]]*))?\]/g,
    (_whole, title: string, details?: string) => (details === undefined ? title : `${title}: ${details}`),
  );

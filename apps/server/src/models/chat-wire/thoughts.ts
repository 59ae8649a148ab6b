/** A piece of what a model writes: its answer, or its thoughts. */
export interface Piece {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

/** The tags between which models write their thoughts, at the very beginning of a reply. */
const tags = [
  { open: '<think>', close: '</think>', closes: /<\/think>/i },
  { open: '<thinking>', close: '</thinking>', closes: /<\/thinking>/i },
  { open: '<thought>', close: '</thought>', closes: /<\/thought>/i },
  { open: '<reasoning>', close: '</reasoning>', closes: /<\/reasoning>/i },
  { open: '[think]', close: '[/think]', closes: /\[\/think\]/i },
  { open: '◁think▷', close: '◁/think▷', closes: /◁\/think▷/i },
] as const;

/** Max characters of an opening tag. */
const maxTag = Math.max(...tags.map(({ open }) => open.length));

/** Max characters that are held back: a tag after more blanks is text. */
const maxHeld = 1_000;

/**
 * Creates a splitter of a streamed text into thoughts and the answer. It holds back no more than what may become a tag.
 * Only a text that begins with a tag has thoughts: everywhere else a tag is text. A tag that is never closed leaves no
 * answer.
 */
export function createThoughtSplitter() {
  let state: 'begin' | 'thoughts' | 'before text' | 'text' = 'begin';
  let tag: (typeof tags)[number] = tags[0];
  let held = '';

  const begin = (): Piece[] => {
    const text = held.trimStart();
    const start = text.slice(0, maxTag).toLowerCase();
    const found = tags.find(({ open }) => start.startsWith(open));
    if (found !== undefined) {
      state = 'thoughts';
      tag = found;
      held = text.slice(found.open.length);
      return think();
    }
    if (held.length <= maxHeld && tags.some(({ open }) => open.startsWith(start))) return [];
    state = 'text';
    return speak();
  };

  const think = (): Piece[] => {
    const at = held.search(tag.closes);
    if (at === -1) {
      const end = held.length - overlap(held, tag.close);
      const thoughts = held.slice(0, end);
      held = held.slice(end);
      return pieces('reasoning', thoughts);
    }
    const thoughts = held.slice(0, at);
    held = held.slice(at + tag.close.length);
    state = 'before text';
    return [...pieces('reasoning', thoughts), ...startText()];
  };

  const startText = (): Piece[] => {
    held = held.trimStart();
    if (held !== '') state = 'text';
    return speak();
  };

  const speak = (): Piece[] => {
    const text = held;
    held = '';
    return pieces('text', text);
  };

  const steps = { begin, thoughts: think, 'before text': startText, text: speak };
  return {
    push: (text: string): Piece[] => {
      held += text;
      return steps[state]();
    },
    /** Takes thoughts that came in a field of their own: blanks before the answer are dropped. */
    thought: (): void => {
      if (state === 'begin' && held.trim() === '') state = 'before text';
    },
    /** Returns what is held back. */
    flush: (): Piece[] => (state === 'thoughts' ? pieces('reasoning', held) : speak()),
  };
}

const pieces = (type: Piece['type'], text: string): Piece[] => (text === '' ? [] : [{ type, text }]);

/** The length of the longest end of a text that is a beginning of a tag. */
function overlap(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1) {
    if (tag.startsWith(text.slice(-length).toLowerCase())) return length;
  }
  return 0;
}

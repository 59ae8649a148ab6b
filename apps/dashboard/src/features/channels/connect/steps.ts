import type { Channel } from '@parley/sdk';

/** A channel whose address and ID fill the places of a step. */
type Filling = Pick<Channel, '_id' | 'urls'>;

/** A part of a step's sentence: words, a link, or a text to paste unchanged. */
export interface StepPart {
  readonly kind: 'words' | 'link' | 'code';
  readonly text: string;
}

/** A step as it is shown. */
export interface Step {
  readonly parts: readonly StepPart[];
  /** Text to paste in this step, by itself below the sentence; several lines are a block. */
  readonly copy: string | undefined;
  /** True if there is something to paste once the channel exists. */
  readonly isLater: boolean;
}

/** Placeholders for values of a channel that doesn't exist yet. */
const unknownPlace = /\{(?:inbound|channel|page|script)\}/;

/** A text with the addresses and the ID of a channel in the places of `{page}` or `{channel}`. */
export function fillStep(text: string, { _id, urls }: Filling): string {
  const values: Readonly<Record<string, string | undefined>> = { ...urls, channel: _id };
  return text.replace(/\{([a-z]{1,20})\}/g, (whole, name: string) => values[name] ?? whole);
}

/**
 * Reads a step of a kind. `{inbound}` and such are filled in from the channel; before there is one, what needs them is
 * left out.
 */
export function readStep(step: string, channel: Filling | undefined): Step {
  const { sentence, rest } = split(step);
  const filled = rest !== undefined && channel !== undefined ? fillStep(rest, channel) : rest;
  const isKnown = filled !== undefined && !unknownPlace.test(filled);
  const parts = partsOf(sentence, channel);
  return { parts, copy: isKnown ? pretty(filled) : undefined, isLater: rest !== undefined && !isKnown };
}

/** Divides a step into its sentence and what follows a colon, or a line break, to be pasted. */
function split(step: string): { sentence: string; rest?: string } {
  const line = step.indexOf('\n');
  if (line !== -1) return { sentence: step.slice(0, line).trim(), rest: step.slice(line + 1) };
  for (let colon = step.indexOf(': '); colon !== -1; colon = step.indexOf(': ', colon + 1)) {
    const rest = step.slice(colon + 2);
    if (isPasted(rest)) return { sentence: step.slice(0, colon + 1), rest };
  }
  return { sentence: step };
}

/**
 * True if the end of a step is to be pasted: a place, HTML, JSON, a command, or one word that doesn't end a sentence. A
 * web address is to be opened.
 */
const isPasted = (rest: string): boolean =>
  /^\{[a-z]{1,20}\}$/.test(rest) ||
  (rest.startsWith('<') && rest.endsWith('>')) ||
  (rest.startsWith('{"') && rest.endsWith('}')) ||
  /^\/[a-z]/.test(rest) ||
  (/^[^\s.]\S{0,200}(?<![.!?;,])$/.test(rest) && !/^https?:/.test(rest));

/** JSON on several lines; any other text as it is. */
function pretty(text: string): string {
  if (!text.startsWith('{"')) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * Special parts of a sentence: code in backticks, a place, a web address, a command such as `/newbot`, and names of
 * hosts and scopes such as `chat:write`, `guild_messages` or `applications.commands`.
 */
const special =
  /`([^`]{1,200})`|(\{[a-z]{1,20}\})|(https?:\/\/[^\s]{1,300}[^\s.,;:!?)”])|(?<=^|[\s(“])(\/[a-z]{2,32})(?![\w/])|(?<![\w@.-])([a-z]{2,30}(?:_[a-z]{2,30}){1,6}|[a-z]{2,30}:[a-z]{2,30}|[a-z0-9]{2,30}(?:\.[a-z0-9]{3,30}){1,4})\b/g;

/** The parts of a sentence. */
function partsOf(sentence: string, channel: Filling | undefined): StepPart[] {
  const parts: StepPart[] = [];
  const add = (kind: StepPart['kind'], text: string) => {
    if (text !== '') parts.push({ kind, text });
  };
  let end = 0;
  for (const found of sentence.matchAll(special)) {
    const [whole, ticked, place, address, ...names] = found;
    add('words', sentence.slice(end, found.index));
    end = found.index + whole.length;
    if (place !== undefined) addPlace(add, place, channel);
    else if (address !== undefined) add('link', address);
    else add('code', ticked ?? names.find((name) => name !== undefined) ?? whole);
  }
  add('words', sentence.slice(end));
  return parts;
}

/** A filled place is pasted; before the channel exists it is told in words. */
function addPlace(add: (kind: StepPart['kind'], text: string) => void, place: string, channel: Filling | undefined) {
  if (channel === undefined) return add('words', place === '{channel}' ? 'the channel’s ID' : 'the channel’s address');
  const text = fillStep(place, channel);
  return add(text === place ? 'words' : 'code', text);
}

/** True if a sentence of the steps names an address, so that it is worth showing by itself. */
export const isInWords = (steps: readonly string[], name: string): boolean =>
  steps.some((step) => split(step).sentence.includes(`{${name}}`));

/** True if the steps ask for the token that shows that requests are the platform's own. */
export const asksForToken = (steps: readonly string[]): boolean => steps.some((step) => /verif\w* token/i.test(step));

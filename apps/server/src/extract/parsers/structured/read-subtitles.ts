import { decodeEntities } from '../../../text/character-references.ts';
import { decode } from '../../decode.ts';
import { type Extraction, SourceFailure } from '../../document.ts';
import { oneLine } from '../clean-text.ts';
import type { Input } from '../input.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';

const timing = /^\s{0,20}(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,]\d{1,3}\s{1,20}-->/;
const markup = /<[^<>]{0,200}>|\{\\[^{}]{0,100}\}/g;
const voice = /<v(?:\.[^\s<>]{0,50})?\s{1,9}([^<>]{1,100})>/g;
/** Blocks of WebVTT that no viewer sees. */
const unread = /^(?:WEBVTT|NOTE|STYLE|REGION|X-TIMESTAMP-MAP)\b/;
/** Seconds after which a paragraph begins with its time. */
const interval = 60;

/** Reads subtitles (WebVTT, SubRip): what is said, and each minute the time at which it is. */
export function readSubtitles({ bytes, charset, fileName, url }: Input): Extraction {
  const { text, warnings } = decode(bytes, { charset });
  const builder = createTextBuilder();
  let lines: string[] = [];
  let said = '';
  let next = 0;
  let from = 0;
  const endParagraph = () => {
    if (lines.length > 0) builder.block(`[${clock(from)}] ${lines.join('\n')}`);
    lines = [];
  };
  for (const { seconds, cue } of cuesOf(text)) {
    // Live subtitles repeat a line while the next one is added.
    const fresh = cue.filter((line) => line !== said);
    said = cue.at(-1) ?? said;
    if (fresh.length === 0) continue;
    if (seconds >= next) {
      endParagraph();
      from = seconds;
      next = seconds + interval;
    }
    lines.push(...fresh);
  }
  endParagraph();
  if (builder.length() === 0) throw new SourceFailure('no_text', { message: 'The subtitles have no text.' });
  return { documents: [builder.build({ title: titleFrom({ fileName, url }) })], warnings };
}

interface Cue {
  readonly seconds: number;
  readonly cue: readonly string[];
}

function* cuesOf(text: string): Generator<Cue> {
  let seconds: number | undefined;
  let cue: string[] = [];
  for (const line of text.split(/\r\n?|\n/)) {
    const time = timing.exec(line);
    if (time !== null || line.trim() === '') {
      if (seconds !== undefined) yield { seconds, cue };
      cue = [];
      seconds = time === null ? undefined : secondsOf(time);
    } else if (seconds !== undefined && (cue.length > 0 || !unread.test(line))) cue.push(...shownIn(line));
  }
  if (seconds !== undefined) yield { seconds, cue };
}

/** The text of a line, with the name of the one who speaks; none if it has only markup. */
function shownIn(line: string): string[] {
  const shown = oneLine(decodeEntities(line.replace(voice, '$1: ').replace(markup, '')));
  return shown === '' ? [] : [shown];
}

const secondsOf = ([, hours = '0', minutes = '0', seconds = '0']: readonly (string | undefined)[]): number =>
  Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);

/** A time as `01:02:03`. */
const clock = (seconds: number): string =>
  [seconds / 3_600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');

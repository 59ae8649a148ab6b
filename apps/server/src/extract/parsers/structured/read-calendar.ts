import ICAL from 'ical.js';
import { decode } from '../../decode.ts';
import { type Extraction, SourceFailure } from '../../document.ts';
import { limits } from '../../limits.ts';
import { oneLine } from '../clean-text.ts';
import type { Input } from '../input.ts';
import { createTextBuilder, type TextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';

/** Properties that are read, by the words for them. */
const properties: readonly (readonly [words: string, property: string])[] = [
  ['Starts', 'dtstart'],
  ['Ends', 'dtend'],
  ['Due', 'due'],
  ['Lasts', 'duration'],
  ['Repeats', 'rrule'],
  ['Except', 'exdate'],
  ['Where', 'location'],
  ['Status', 'status'],
  ['Organizer', 'organizer'],
  ['Attendees', 'attendee'],
  ['Address', 'url'],
];

/** Reads a calendar (iCalendar, RFC 5545): each event, task and note with its times and its text. */
export function readCalendar({ bytes, charset, fileName, url }: Input): Extraction {
  const { text, warnings } = decode(bytes, { charset });
  const builder = createTextBuilder();
  const calendars = parse(text);
  let entries = 0;
  for (const calendar of calendars) {
    for (const component of calendar.getAllSubcomponents()) {
      if (!['vevent', 'vtodo', 'vjournal'].includes(component.name)) continue;
      entries += 1;
      if (entries > limits.rows) throw new SourceFailure('too_large');
      addEntry(component, builder);
    }
  }
  if (builder.length() === 0) throw new SourceFailure('no_text', { message: 'The calendar has no events.' });
  const name = oneLine(String(calendars[0]?.getFirstPropertyValue('x-wr-calname') ?? ''));
  return {
    documents: [builder.build({ title: name || titleFrom({ fileName, url }) })],
    warnings,
  };
}

function parse(text: string): readonly ICAL.Component[] {
  try {
    const parsed: unknown = ICAL.parse(text);
    const all = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed];
    return all.map((one) => new ICAL.Component(one));
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RangeError) throw error;
    throw new SourceFailure('broken_file', { detail: `ics: ${error.message.slice(0, 200)}` });
  }
}

function addEntry(component: ICAL.Component, builder: TextBuilder): void {
  const texts = (name: string): readonly string[] =>
    component
      .getAllProperties(name)
      .flatMap((property) => property.getValues().map((value) => inWords(value, property)));
  builder.heading(3, texts('summary')[0] ?? '');
  const lines = properties.flatMap(([words, name]) => {
    const found = texts(name).filter((text) => text !== '');
    return found.length === 0 ? [] : [`${words}: ${found.join(', ')}`];
  });
  builder.block(lines.join('\n'));
  const words = ['description', 'comment'].flatMap((name) => component.getAllProperties(name));
  builder.block(words.map((property) => String(property.getFirstValue() ?? '')).join('\n'));
}

/** A value as text: times with their zone, people by their names. */
function inWords(value: unknown, property: ICAL.Property): string {
  if (value instanceof ICAL.Time) {
    const time = value
      .toString()
      .replace('T', ' ')
      .replace(/:00Z?$/, '');
    if (value.isDate) return time;
    const zone = property.getFirstParameter('tzid') ?? (value.zone === ICAL.Timezone.utcTimezone ? 'UTC' : '');
    return `${time} ${zone}`.trim();
  }
  const name = property.getFirstParameter('cn');
  const text = oneLine(String(value)).replace(/^mailto:/i, '');
  return name === undefined || name === text ? text : `${name} <${text}>`;
}

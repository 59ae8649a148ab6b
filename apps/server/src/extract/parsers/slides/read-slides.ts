import { decodeEntities } from '../../../text/character-references.ts';
import { escapeHtml } from '../../../text/html/escape-html.ts';
import { type Extraction, SourceFailure } from '../../document.ts';
import { limits } from '../../limits.ts';
import { leftOut, mediaLeftOut } from '../archive/left-out.ts';
import { type Relation, relationsOf } from '../archive/relations.ts';
import { attribute, parseXml } from '../archive/xml.ts';
import type { Archive } from '../archive/zip.ts';
import { oneLine } from '../clean-text.ts';
import type { Input } from '../input.ts';
import { addHtml } from '../markup/html.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { readShapes } from './shapes.ts';

const presentation = 'ppt/presentation.xml';
const coreTitle = /<dc:title>([^<]{1,500})<\/dc:title>/;
/** Default titles of presentations. */
const unnamed = /^powerpoint[- ]|^presentation\d{0,3}$/i;

/** Reads a PPTX presentation: each slide is a page with its title, its texts in reading order, and its notes. */
export function readSlides({ fileName, url }: Input, archive: Archive): Extraction {
  const builder = createTextBuilder();
  const slides = slidesOf(archive);
  if (slides.length > limits.pages) throw tooMany(slides.length);
  let hidden = 0;
  for (const [index, part] of slides.entries()) {
    const xml = archive.read(part);
    if (xml === undefined) continue;
    const relations = relationsOf(archive, part);
    const slide = readShapes(xml, relations);
    if (slide.isHidden) {
      hidden += 1;
      continue;
    }
    builder.page(index + 1);
    builder.heading(2, slide.title);
    addHtml(slide.html, builder);
    for (const related of relations.values()) addHtml(relatedText(archive, related), builder);
  }
  if (builder.length() === 0) {
    throw new SourceFailure('no_text', { message: 'The presentation has no text. Its slides may be pictures.' });
  }
  const named = oneLine(decodeEntities(coreTitle.exec(archive.read('docProps/core.xml') ?? '')?.[1] ?? ''));
  const title = named === '' || unnamed.test(named) ? (builder.firstHeading() ?? titleFrom({ fileName, url })) : named;
  const warnings = [...leftOut('hidden_left_out', 'Hidden slides were left out', { slide: hidden })];
  return { documents: [builder.build({ title })], warnings: [...warnings, ...mediaLeftOut(archive)] };
}

/** The parts of the slides, in their order. */
function slidesOf(archive: Archive): readonly string[] {
  const relations = relationsOf(archive, presentation);
  const ids: string[] = [];
  parseXml(archive.read(presentation) ?? '', {
    open: (name, attributes) => {
      // The attribute with a prefix is the relation's.
      if (name === 'sldId') ids.push(attribute(attributes, 'id') ?? '');
    },
  });
  return ids.flatMap((id) => relations.get(id)?.target ?? []);
}

/** The text of a part beside a slide: its notes, or a diagram of SmartArt. */
function relatedText(archive: Archive, { type, target, isExternal }: Relation): string {
  const xml = isExternal || !['notesSlide', 'diagramData'].includes(type) ? undefined : archive.read(target);
  if (xml === undefined) return '';
  if (type === 'notesSlide') {
    const { html } = readShapes(xml, new Map(), { only: 'body' });
    return html === '' ? '' : `<p>Notes:</p>${html}`;
  }
  return diagramTexts(xml)
    .map((text) => `<p>${escapeHtml(text)}</p>`)
    .join('');
}

/** The texts of the points of a diagram. */
function diagramTexts(xml: string): readonly string[] {
  const texts: string[] = [];
  let point: string[] = [];
  let isText = false;
  parseXml(xml, {
    open: (name) => {
      if (name === 'pt') point = [];
      isText = name === 't' || isText;
    },
    text: (text) => {
      if (isText) point.push(text);
    },
    close: (name) => {
      if (name === 't') isText = false;
      else if (name === 'p') point.push(' ');
      else if (name === 'pt' && oneLine(point.join('')) !== '') texts.push(point.join(''));
    },
  });
  return texts;
}

const tooMany = (slides: number) =>
  new SourceFailure('too_large', {
    message: `The presentation has ${slides} slides. At most ${limits.pages.toLocaleString('en')} can be read.`,
    hint: 'Split it into several files.',
  });

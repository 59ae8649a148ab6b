import { type Extraction, SourceFailure } from '../../document.ts';
import { leftOut } from '../archive/left-out.ts';
import { oneLine } from '../clean-text.ts';
import type { Input } from '../input.ts';
import { addHtml } from '../markup/html.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { rtfToHtml } from './to-html.ts';

/** Reads an RTF document: headings, lists, tables, links and footnotes; what is hidden or deleted is left out. */
export function readRtf({ bytes, fileName, url }: Input): Extraction {
  const { html, title: named, pictures } = rtfToHtml(Buffer.from(bytes).toString('latin1'));
  const builder = createTextBuilder();
  addHtml(html, builder);
  if (builder.length() === 0) throw new SourceFailure('no_text', { message: 'The document has no text.' });
  const title = oneLine(named) || builder.firstHeading() || titleFrom({ fileName, url });
  return {
    documents: [builder.build({ title })],
    warnings: leftOut('media_left_out', 'Left out', { picture: pictures }),
  };
}

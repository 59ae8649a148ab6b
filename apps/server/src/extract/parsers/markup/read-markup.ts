import { decode } from '../../decode.ts';
import { type Extraction, SourceFailure, type Warning } from '../../document.ts';
import type { Input } from '../input.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { addHtml } from './html.ts';

/** A markup text as HTML. */
export interface MarkedUp {
  readonly html: string;
  readonly title?: string | undefined;
  readonly warnings?: readonly Warning[];
}

/** Reads a text with markup that a function converts into HTML. */
export async function readMarkup(
  input: Input,
  convert: (text: string) => MarkedUp | Promise<MarkedUp>,
): Promise<Extraction> {
  const { text, warnings: notes } = decode(input.bytes, { charset: input.charset });
  const { html, title, warnings = [] } = await convert(text.replace(/\r\n?/g, '\n'));
  const builder = createTextBuilder();
  addHtml(html, builder);
  if (builder.length() === 0) throw new SourceFailure('no_text', { message: 'The file has no text.' });
  return {
    documents: [builder.build({ title: title || builder.firstHeading() || titleFrom(input) })],
    warnings: [...warnings, ...notes],
  };
}

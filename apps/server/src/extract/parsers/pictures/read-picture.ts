import { type Extraction, SourceFailure, type Warning } from '../../document.ts';
import { recognitionLimits } from '../../limits.ts';
import type { Input } from '../input.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { pageSizes } from './picture-size.ts';
import { recognisedParagraphs } from './recognised-text.ts';

/** Reads a picture by text recognition. The pages of a TIFF end at form feeds in what the command prints. */
export async function readPicture({ bytes, fileName, url, recognise }: Input): Promise<Extraction> {
  if (recognise === undefined) throw new SourceFailure('unsupported_type', { message: 'This is a picture.' });
  const sizes = pageSizes(bytes);
  if (sizes === undefined) throw new SourceFailure('broken_file', { message: 'The picture is damaged.' });
  const pixels = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  if (pixels > recognitionLimits.pixels) throw tooManyPixels(pixels);
  const text = await recognise(bytes);
  const builder = createTextBuilder();
  for (const [index, page] of (sizes.length > 1 ? text.split('\f') : [text]).entries()) {
    if (sizes.length > 1) builder.page(Math.min(index + 1, sizes.length));
    for (const paragraph of recognisedParagraphs(page)) builder.block(paragraph);
  }
  if (builder.length() === 0) throw nothingRecognised();
  return { documents: [builder.build({ title: titleFrom({ fileName, url }) })], warnings: [recognised] };
}

const recognised: Warning = {
  code: 'text_recognised',
  message: 'The text was read from the picture by text recognition (OCR), and may have errors.',
};

const nothingRecognised = () =>
  new SourceFailure('no_text', {
    message: 'No text was recognised in the picture (OCR).',
    hint: 'Use a sharper or larger picture whose text is upright, or paste its text.',
  });

const inMillions = (count: number): string => (count / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 });

const tooManyPixels = (pixels: number) =>
  new SourceFailure('too_large', {
    message: `The picture has ${inMillions(pixels)} million pixels. At most ${inMillions(recognitionLimits.pixels)} million can be read.`,
    hint: 'Save it in a smaller size, or cut it into several pictures.',
  });

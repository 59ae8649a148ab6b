import { decodeEntities } from '../../../text/character-references.ts';
import { type Extraction, SourceFailure } from '../../document.ts';
import { leftOut, mediaLeftOut } from '../archive/left-out.ts';
import type { Archive } from '../archive/zip.ts';
import { oneLine } from '../clean-text.ts';
import type { Input } from '../input.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { readSpreadsheet } from './spreadsheet.ts';
import { hiddenStyles } from './styles.ts';
import { readTexts } from './texts.ts';

const metaTitle = /<dc:title>([^<]{1,500})<\/dc:title>/;
const spreadsheet = /<office:spreadsheet[\s>]/;

/** Reads an OpenDocument file: a text (ODT), a presentation (ODP) or a spreadsheet (ODS). */
export function readOdf({ fileName, url }: Input, archive: Archive): Extraction {
  if (/encryption-data/.test(archive.read('META-INF/manifest.xml') ?? '')) throw new SourceFailure('encrypted_file');
  const content = archive.read('content.xml') ?? '';
  const styles = hiddenStyles(content, archive.read('styles.xml') ?? '');
  const builder = createTextBuilder();
  const read = spreadsheet.test(content) ? readSpreadsheet : readTexts;
  const left = read(content, { builder, styles });
  if (builder.length() === 0) throw new SourceFailure('no_text', { message: 'The document has no text.' });
  const named = oneLine(decodeEntities(metaTitle.exec(archive.read('meta.xml') ?? '')?.[1] ?? ''));
  return {
    documents: [builder.build({ title: named || builder.firstHeading() || titleFrom({ fileName, url }) })],
    warnings: [
      ...leftOut('hidden_left_out', 'Hidden parts and comments were left out', left),
      ...mediaLeftOut(archive),
    ],
  };
}

import { decode } from '../../decode.ts';
import { type Extraction, SourceFailure } from '../../document.ts';
import type { Input } from '../input.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { xmlRows } from './xml-rows.ts';

const declared = /^<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/;

/** Reads XML: elements as rows of fields. */
export function readXml({ bytes, charset, fileName, url }: Input): Extraction {
  const head = Buffer.from(bytes.subarray(0, 300)).toString('latin1');
  const encoding = charset ?? declared.exec(head.replace(/^\xef\xbb\xbf/, ''))?.[1];
  const { text, warnings } = decode(bytes, { charset: encoding });
  const builder = createTextBuilder();
  xmlRows(text, (row) => builder.block(row));
  if (builder.length() === 0) throw new SourceFailure('no_text', { message: 'The file has no text.' });
  return {
    documents: [builder.build({ title: titleFrom({ fileName, url }) })],
    warnings,
  };
}

import { CFB } from '@e965/xlsx';
import { writeZip } from './zip-writer.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const namespaces = `xmlns:p="p" xmlns:a="a" xmlns:r="r" xmlns:mc="mc"`;

const relationsXml = (relations: Readonly<Record<string, string>>): string =>
  `<Relationships>${Object.entries(relations)
    .map(([id, to]) => {
      const [type = '', target = ''] = to.split(' ');
      const mode = /^https?:/.test(target) ? ' TargetMode="External"' : '';
      return `<Relationship Id="${id}" Type="${office}/relationships/${type}" Target="${target}"${mode}/>`;
    })
    .join('')}</Relationships>`;

/** A slide of PresentationML. */
export interface SlideDraft {
  readonly shapes: string;
  readonly isHidden?: boolean;
  readonly notes?: string;
  /** Relations by their IDs: `type target`. */
  readonly relations?: Readonly<Record<string, string>>;
}

/** A shape with paragraphs; `type` is that of its placeholder. A paragraph of level 1 begins with a tab. */
export const shape = (type: string, ...paragraphs: readonly string[]): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${type === '' ? '' : `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs
    .map((text) => {
      const level = text.startsWith('\t') ? '<a:pPr lvl="1"/>' : '';
      return `<a:p>${level}${text.startsWith('<') ? text : `<a:r><a:t>${text.trim()}</a:t></a:r>`}</a:p>`;
    })
    .join('')}</p:txBody></p:sp>`;

/** A table of DrawingML. */
export const slideTable = (rows: readonly (readonly string[])[]): string =>
  `<p:graphicFrame><a:tbl><a:tblPr firstRow="1"/>${rows
    .map(
      (row) =>
        `<a:tr>${row.map((cell) => `<a:tc><a:txBody><a:p><a:r><a:t>${cell}</a:t></a:r></a:p></a:txBody></a:tc>`).join('')}</a:tr>`,
    )
    .join('')}</a:tbl></p:graphicFrame>`;

/** Writes a PPTX file. */
export function writePptx(slides: readonly SlideDraft[], parts: Readonly<Record<string, string>> = {}): Uint8Array {
  const files: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldIdLst>${slides
      .map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationsXml(
      // The names of the parts say nothing about their order.
      Object.fromEntries(slides.map((_, index) => [`s${index}`, `slide slides/slide${slides.length - index}.xml`])),
    ),
  };
  for (const [index, { shapes, isHidden = false, notes, relations = {} }] of slides.entries()) {
    const name = `slide${slides.length - index}.xml`;
    files[`ppt/slides/${name}`] =
      `<p:sld ${namespaces}${isHidden ? ' show="0"' : ''}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
    const all = notes === undefined ? relations : { ...relations, n: `notesSlide ../notesSlides/${name}` };
    files[`ppt/slides/_rels/${name}.rels`] = relationsXml(all);
    if (notes !== undefined) {
      files[`ppt/notesSlides/${name}`] =
        `<p:notes ${namespaces}>${shape('sldImg', 'picture')}${shape('body', notes)}${shape('sldNum', '7')}</p:notes>`;
    }
  }
  return writeZip({ ...files, ...parts });
}

/** Writes an OpenDocument file of a body and styles; `kind` is `text`, `presentation` or `spreadsheet`. */
export const writeOdf = (
  kind: string,
  body: string,
  { styles = '', parts = {} }: { styles?: string; parts?: Readonly<Record<string, string>> } = {},
): Uint8Array =>
  writeZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'META-INF/manifest.xml': '<manifest/>',
    ...parts,
  });

/** Writes an EPUB of chapters, whose names are in its table of contents. */
export function writeEpub(chapters: Readonly<Record<string, string>>, parts: Readonly<Record<string, string>> = {}) {
  const names = Object.keys(chapters);
  const files = Object.fromEntries(
    Object.values(chapters).map((body, index) => [`OEBPS/text/c ${index}.xhtml`, `<html><body>${body}</body></html>`]),
  );
  return writeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package><metadata><dc:title>The book</dc:title><dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${names
      // The manifest has no order.
      .map((_, index) => `<item id="c${index}" href="text/c%20${index}.xhtml" media-type="application/xhtml+xml"/>`)
      .toReversed()
      .join(
        '',
      )}</manifest><spine><itemref idref="nav"/>${names.map((_, index) => `<itemref idref="c${index}"/>`).join('')}</spine></package>`,
    'OEBPS/nav.xhtml': `<html><body><nav><ol>${names
      .map((name, index) => `<li><a href="text/c%20${index}.xhtml#top">${name}</a></li>`)
      .join('')}</ol></nav></body></html>`,
    ...files,
    ...parts,
  });
}

/** Writes a compound file of streams by their paths. */
export function writeOle(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const file = CFB.utils.cfb_new();
  for (const [path, bytes] of Object.entries(streams)) CFB.utils.cfb_add(file, path, bytes);
  return new Uint8Array(CFB.write(file, { type: 'buffer' }));
}

/** Writes an Outlook message of properties by their IDs and types (MS-OXPROPS). */
export const writeMsg = (properties: Readonly<Record<string, string>>): Uint8Array =>
  writeOle({
    '/__properties_version1.0': new Uint8Array(32),
    ...Object.fromEntries(
      Object.entries(properties).map(([tag, text]) => [
        `/__substg1.0_${tag}`,
        new Uint8Array(Buffer.from(text, tag.endsWith('001F') ? 'utf16le' : 'latin1')),
      ]),
    ),
  });

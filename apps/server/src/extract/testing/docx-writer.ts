import { strToU8, zipSync } from 'fflate';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org';
const types = `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const relations = `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
const namespace = `xmlns:w="${office}/wordprocessingml/2006/main"`;
const styles = `${xml}<w:styles ${namespace}>${[1, 2, 3]
  .map((level) => `<w:style w:type="paragraph" w:styleId="H${level}"><w:name w:val="heading ${level}"/></w:style>`)
  .join('')}</w:styles>`;

/** A paragraph of WordprocessingML, a heading if it has a level. */
export const paragraph = (text: string, level?: number): string =>
  `<w:p>${level === undefined ? '' : `<w:pPr><w:pStyle w:val="H${level}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A table of WordprocessingML. */
export const table = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows
    .map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`)
    .join('')}</w:tbl>`;

/** Writes a DOCX file of a body and further parts. */
export function writeDocx(body: string, parts: Readonly<Record<string, Uint8Array>> = {}): Uint8Array {
  return zipSync({
    '[Content_Types].xml': strToU8(types),
    '_rels/.rels': strToU8(relations),
    'word/document.xml': strToU8(`${xml}<w:document ${namespace}><w:body>${body}</w:body></w:document>`),
    'word/styles.xml': strToU8(styles),
    'docProps/core.xml': strToU8(
      `${xml}<cp:coreProperties xmlns:cp="x" xmlns:dc="y"><dc:title>Handbook &amp; more</dc:title></cp:coreProperties>`,
    ),
    ...parts,
  });
}

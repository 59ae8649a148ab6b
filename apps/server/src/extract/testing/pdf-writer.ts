/** A line of text on a page, from the left margin. */
export interface PdfLine {
  readonly text: string;
  readonly size?: number;
  /** Bytes of the text in the font's encoding, in hexadecimal, instead of `text`. */
  readonly hex?: string;
}

/** A page by its operators, and the dictionaries of its annotations. */
export interface PdfContent {
  readonly content: string;
  readonly annotations?: readonly string[];
  /** Degrees by which the page is turned clockwise. */
  readonly rotate?: number;
}

/** A PDF that tests need. */
export interface PdfDraft {
  /** The lines or operators of each page; `scan` is a page with an image only. */
  readonly pages: readonly (readonly PdfLine[] | PdfContent | 'scan')[];
  /** The dictionary of another font than Helvetica. */
  readonly font?: string;
  readonly title?: string;
  /** Asks for an unknown password. */
  readonly encrypted?: boolean;
  /** A font with a predefined Japanese encoding (Shift JIS) instead of Helvetica. */
  readonly japanese?: boolean;
  /** The number of pages that it claims. */
  readonly count?: number;
}

const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
const mincho =
  '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H /DescendantFonts [<< /Type /Font ' +
  '/Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) ' +
  '/Supplement 2 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /Ryumin-Light /Flags 6 ' +
  '/FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 90 >> >>] >>';
const image = 'q 400 0 0 600 50 100 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q';
const password = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`;

/** Writes a PDF. */
export function writePdf({ pages, title, encrypted = false, japanese = false, count, font }: PdfDraft): Uint8Array {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count ?? pages.length} >>`,
    font ?? (japanese ? mincho : helvetica),
  ];
  for (const [index, page] of pages.entries()) {
    const {
      content,
      annotations = [],
      rotate = 0,
    }: PdfContent = page === 'scan' ? { content: image } : 'content' in page ? page : { content: contentOf(page) };
    objects.push(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> ' +
        `/Rotate ${rotate} /Contents ${5 + index * 2} 0 R /Annots [${annotations.join(' ')}] >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  const info = title === undefined ? '' : ` /Info << /Title (${title}) >>`;
  const protection = encrypted ? ` /Encrypt ${password} /ID [<00> <00>]` : '';
  return assemble(objects, info + protection);
}

function contentOf(lines: readonly PdfLine[]): string {
  let y = 780;
  const shown = lines.map(({ text, hex, size = 11 }) => {
    y -= size * 1.4;
    const string = hex === undefined ? `(${text.replace(/[()\\]/g, (sign) => `\\${sign}`)})` : `<${hex}>`;
    return `BT /F1 ${size} Tf 50 ${y.toFixed(1)} Td ${string} Tj ET`;
  });
  return shown.join('\n');
}

function assemble(objects: readonly string[], trailer: string): Uint8Array {
  let file = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, 'latin1'));
}

import { inflateSync } from 'node:zlib';
import { writePng } from '../recognition/png.ts';

/** The words of the scan. */
export const scanText = 'Books can be returned\nwithin 30 days.';

/** Deflated rows of a bit for each pixel; 0 is black. */
const packed = Buffer.from(
  'eNrt2MFq20AQAFAJHZSDiejNAVXzCzn6ILTNnxj6A82tgVQj4UMolOoT/CmxcRtdAvkE29XBx0rk0A3Z7DSSHMfELVgr0ZayOi7L' +
    'Y1YzuzsSUYdPTlrTmta0pjWtaU1rf1sT7Hl0sTOPQzNNbs3nuxP31bjhvJzfQiPD6lKD5W+1uYJW/CFt/A9oFsXk2RFRdG5PR8Rj' +
    'iik/zQPTHo2iIU4oapAFeUx9BHBRuu/f5iZxg/okTjLPSrNvPYMdYG9/bSZEGDJgAQo8K4qcuAh9FEdpAmm2uPaDIGD715vDpY/g' +
    'hazWOHHphyg+JDeQZtl1GAQ+7q/ZhRwQuJI9vn580pjAJC01EQbYQINlpR1JKJNZaeRLJnBca+hjv4GWV9orsp8194XWoEL4aamZ' +
    'FBMnYVZa32ACDXutGc21A5ogJ17H1kcS6NBTbLyBJiqtjxw5FWuNSCAoaXVsLkr2pMlBC+1M+gQe29L8cqXJRhMNcsq5PEfmeWUe' +
    'f6UFrImW1zvLC1GwWhPnjARekDOrNBANdpZZ7/rDAUrj2Cg1QxoocOLECysTITMCo8ktY1EsDi2TKOKDN0MmTYood3KY5sOIu84E' +
    'Y1t3DlrTmta0pjVlzdkalHZb7WJ7NG2nMUrptozKpGVrTQKlFSMM/ITttflaK5uO1ivFeUo/iOhBVr18S43GNfAgA+xOI+lj0krL' +
    'QfY888qZLuO1trAnvhUvUEUTSGPPmthFbqy1mX0FsLpiahq7BEhnBeePST3HhJJ0Ds5qfKmiSQYMIM2KO44U1/3pPEm+g5oWANaa' +
    '2GiUJDdArbVypbLU0ptErULcw2etzIJkpTYfKWqfaaORW2kLJxtP1LTXu9pFkl3mShVCH7/saOMkYwLUtK87GiQFIzVtNt1o9+Sx' +
    '8lsNkgJVteVGu9toHJnHVLQ0I3DWmiwNJ3UcTora6pYgTrOCC+TH5Uke2ZHDqRcoatyemlE0fMeEWf5lXJxMR4IiyVRPy53nodO7' +
    '/q5T7b5LTd52qq061exONeg0C7pT1ZrWtKY1rWnt/9B+AnCmt5w=',
  'base64',
);
const [width, height] = [620, 130];
const bits = inflateSync(packed);
const rowBytes = Math.ceil(width / 8);

/** A picture of the words, as it comes from a scanner. */
export const scan = {
  width,
  height,
  /** A byte for each pixel. */
  pixels: Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return ((bits[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0;
  }),
};

/** The scan as PNG, of about 100 dpi. */
export const scanPng = (): Uint8Array => writePng({ ...scan, pixelsPerMetre: 4_000 });

/** Options of a page that shows the scan or some of its rows. */
interface Shown {
  /** The matrix of the image; by default, the scan is at the top left of the page, a point for each pixel. */
  readonly matrix?: readonly number[];
  /** The first row, and the one after the last. */
  readonly rows?: readonly [from: number, to: number];
  /** Paints only the letters. */
  readonly isStencil?: boolean;
}

/** Operators of a page that show the scan as an inline image. */
export function showScan({ matrix, rows: [from, to] = [0, height], isStencil = false }: Shown = {}): string {
  const data = bits.subarray(from * rowBytes, to * rowBytes).toString('hex');
  const place = matrix ?? [width, 0, 0, to - from, 0, 842 - to];
  const colors = isStencil ? '/IM true' : '/CS /G';
  return `q ${place.join(' ')} cm BI /W ${width} /H ${to - from} ${colors} /BPC 1 /F /AHx ID ${data}> EI Q`;
}

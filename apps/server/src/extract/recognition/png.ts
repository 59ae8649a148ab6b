import { crc32, deflateSync } from 'node:zlib';

/** A picture of shades of grey, row by row, a byte for each pixel: 0 is black, 255 white. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** Resolution, which tells a command the size of the letters. */
  readonly pixelsPerMetre: number;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Writes a PNG (https://www.w3.org/TR/png-3): IHDR, pHYs, IDAT and IEND. */
export function writePng({ width, height, pixels, pixelsPerMetre }: GreyPicture): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits, grey; the other methods are 0.
  header[8] = 8;
  const resolution = Buffer.alloc(9);
  resolution.writeUInt32BE(Math.round(pixelsPerMetre), 0);
  resolution.writeUInt32BE(Math.round(pixelsPerMetre), 4);
  resolution[8] = 1;
  // A byte before each row says how it is filtered: not at all.
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  return Buffer.concat([
    Buffer.from(signature),
    ...[chunk('IHDR', header), chunk('pHYs', resolution)],
    ...[chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))],
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

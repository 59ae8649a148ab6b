/** Media type and size of a picture, in pixels. */
export interface ImageFacts {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
  /** True if it has more than one frame. */
  readonly isAnimated: boolean;
}

/**
 * Reads the header of a PNG (third edition), JPEG (ITU T.81) or WebP (RFC 9649) picture; undefined for other bytes.
 * Takes at most one step for each byte.
 */
export function readImage(bytes: Uint8Array): ImageFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readPng(view) ?? readJpeg(view) ?? readWebp(view);
  } catch (error) {
    // The header ends early.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Four bytes as text. */
const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));

function readPng(view: DataView): ImageFacts | undefined {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a || nameAt(view, 12) !== 'IHDR')
    return undefined;
  let isAnimated = false;
  // A chunk has its length, its name, its data and a checksum. The one that announces frames is before the first.
  for (let at = 8, name = ''; name !== 'IDAT'; at += 12 + view.getUint32(at)) {
    name = nameAt(view, at + 4);
    isAnimated ||= name === 'acTL';
  }
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20), isAnimated };
}

/** Markers of a frame, except three that only share their range (T.81, table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(view: DataView): ImageFacts | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    // Fill bytes.
    if (marker === 0xff) at += 1;
    // The data begin before any frame.
    else if (marker === 0xda || marker === 0xd9) return undefined;
    else if (isFrame(marker))
      return { type: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7), isAnimated: false };
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;

function readWebp(view: DataView): ImageFacts | undefined {
  if (nameAt(view, 0) !== 'RIFF' || nameAt(view, 8) !== 'WEBP') return undefined;
  const sized = (width: number, height: number, isAnimated = false): ImageFacts => ({
    ...{ type: 'image/webp', width, height, isAnimated },
  });
  const format = nameAt(view, 12);
  if (format === 'VP8 ') {
    // A key frame (RFC 6386, section 9.1); two bits of each side are a scale.
    if (uint24(view, 23) !== 0x2a019d) return undefined;
    return sized(view.getUint16(26, true) % 0x4000, view.getUint16(28, true) % 0x4000);
  }
  if (format === 'VP8L') {
    if (view.getUint8(20) !== 0x2f) return undefined;
    const bits = view.getUint32(21, true);
    return sized((bits % 0x4000) + 1, (Math.floor(bits / 0x4000) % 0x4000) + 1);
  }
  if (format !== 'VP8X') return undefined;
  return sized(uint24(view, 24) + 1, uint24(view, 27) + 1, Math.floor(view.getUint8(20) / 2) % 2 === 1);
}

/** Size of a picture in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pages of a TIFF that are looked at. */
const maxPages = 1_000;

/**
 * Reads the sizes of the pages of a PNG, JPEG, TIFF or WebP from their headers; only a TIFF has several. Returns
 * undefined if the headers are damaged. Nothing is decoded, so a picture that unpacks to gigabytes costs nothing.
 */
export function pageSizes(bytes: Uint8Array): readonly Size[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const first = view.getUint32(0);
    const sizes =
      first === 0x89504e47
        ? [pngSize(view)]
        : first >>> 8 === 0xffd8ff
          ? [jpegSize(view)]
          : first === 0x52494646
            ? [webpSize(view)]
            : tiffSizes(view);
    const sound = sizes.filter((size) => size !== undefined && size.width > 0 && size.height > 0) as Size[];
    return sound.length > 0 && sound.length === sizes.length ? sound : undefined;
  } catch (error) {
    // A header that ends early.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** PNG (third edition), 11.2.1: IHDR is the first chunk. */
function pngSize(view: DataView): Size | undefined {
  if (view.getUint32(12) !== 0x49484452) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Markers of JPEG (ITU-T T.81, B.1.1.3) that begin a frame: SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** SOI, EOI, RST0 to RST7 and TEM have no length. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);

function jpegSize(view: DataView): Size | undefined {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // 0xff may fill the space before a marker. The data of the picture (SOS) comes after its frame.
    if (marker === 0xff) at += 1;
    else if (standsAlone(marker)) at += 2;
    else if (marker === 0xda) return undefined;
    else at += 2 + Math.max(view.getUint16(at + 2), 2);
  }
}

/** The container of WebP (RFC 9649): the first chunk says which codec it is. */
function webpSize(view: DataView): Size | undefined {
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  const chunk = view.getUint32(12);
  // VP8, with a loss: 14 bits each, after the frame's start code.
  if (chunk === 0x56503820) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  // VP8L, without a loss: 14 bits each, less one, after a byte.
  if (chunk === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  // VP8X, extended: 24 bits each, less one.
  return chunk === 0x56503858 ? { width: uint24(24) + 1, height: uint24(27) + 1 } : undefined;
}

/** TIFF 6.0, section 2: directories that are a list, one for each page. ImageWidth is 256, ImageLength 257. */
function tiffSizes(view: DataView): (Size | undefined)[] {
  const isLittle = view.getUint16(0) === 0x4949;
  const sizes: (Size | undefined)[] = [];
  const seen = new Set<number>();
  let at = view.getUint32(4, isLittle);
  while (at !== 0) {
    // A list that is a circle, or never ends.
    if (seen.has(at) || sizes.length === maxPages) return [undefined];
    seen.add(at);
    const entries = view.getUint16(at, isLittle);
    const values = new Map<number, number>();
    for (let entry = at + 2; entry < at + 2 + entries * 12; entry += 12) {
      const isShort = view.getUint16(entry + 2, isLittle) === 3;
      const value = isShort ? view.getUint16(entry + 8, isLittle) : view.getUint32(entry + 8, isLittle);
      values.set(view.getUint16(entry, isLittle), value);
    }
    sizes.push({ width: values.get(256) ?? 0, height: values.get(257) ?? 0 });
    at = view.getUint32(at + 2 + entries * 12, isLittle);
  }
  return sizes;
}

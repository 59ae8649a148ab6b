/** Width and height of an uploaded picture, in pixels: of the largest place, on a dense screen. */
const side = 256;

/** The API's limit, in pixels. */
const least = 32;

/**
 * Cuts the largest square out of the middle of a picture and scales it down, so that a photo of any size may be chosen.
 * Its metadata, such as the place of a photo, are gone then. Throws a sentence if the browser can't read the file.
 */
export async function scalePicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('Choose a picture: PNG, JPEG, WebP or GIF.');
  });
  const square = Math.min(bitmap.width, bitmap.height);
  if (square < least) throw new Error(`Choose a picture that is at least ${least} pixels wide and high.`);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(side, square);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('Your browser can’t scale pictures.');
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(bitmap.width - square) / 2, (bitmap.height - square) / 2];
  context.drawImage(bitmap, left, top, square, square, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // Browsers without WebP write PNG.
  const scaled = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
  if (scaled === null) throw new Error('Your browser can’t scale this picture.');
  return scaled;
}

import { recognitionLimits } from '../../extract/limits.ts';
import { writePng } from '../../extract/recognition/png.ts';
import { createRecogniser } from '../../extract/recognition/recogniser.ts';
import type { RecognitionSettings } from '../../extract/recognition/settings.ts';

/** A white picture, in which there is nothing to recognise. */
const white = { width: 300, height: 100, pixels: new Uint8Array(30_000).fill(255), pixelsPerMetre: 11_811 };

/** Runs the command of text recognition on a white picture. Throws one sentence if it doesn't work. */
export async function checkRecognition(settings: RecognitionSettings): Promise<string> {
  const recogniser = createRecogniser(settings, recognitionLimits);
  try {
    await recogniser.recognise(writePng(white), new AbortController().signal);
    return `${settings.command[0]} reads a picture`;
  } finally {
    await recogniser.close();
  }
}

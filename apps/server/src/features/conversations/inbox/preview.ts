import { beginningOf } from '../../../text/beginning.ts';
import { previewCharacters } from './schema.ts';

/** Min characters that a cut between words keeps. */
const leastKept = 84;

/**
 * The beginning of a text: at most 140 code points, `…` included. Cuts between words where possible. The text may end
 * anywhere after them.
 */
export const previewOf = (text: string): string => beginningOf(text, { max: previewCharacters, least: leastKept });

import type { Recognise } from '../document.ts';

/** Input of a parser. */
export interface Input {
  readonly bytes: Uint8Array;
  readonly url?: string | undefined;
  readonly fileName?: string | undefined;
  readonly charset?: string | undefined;
  /** Takes a whole page instead of its main content. */
  readonly whole?: boolean | undefined;
  /** Absent if text isn't recognised. */
  readonly recognise?: Recognise | undefined;
}

/** A message as its platform takes it, or a part of one that is too long. */
export interface Part {
  /** In the platform's own format. */
  readonly text: string;
  /** The same without a format, for a platform that refuses the text. */
  readonly plain: string;
  /** Quick replies below it, for a platform that has buttons; they are in the text for any other. */
  readonly replies?: readonly string[];
}

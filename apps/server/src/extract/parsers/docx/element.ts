/** An element of the document that mammoth has read. */
export interface Element {
  readonly type?: string;
  children?: readonly Element[];
  readonly noteType?: string;
  readonly noteId?: string;
  readonly value?: string;
  readonly colSpan?: number;
  readonly rowSpan?: number;
  styleId?: string | null;
  styleName?: string | null;
  href?: string;
  anchor?: string;
}

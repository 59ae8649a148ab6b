/** A piece of a line. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'bold' | 'italic' | 'strike'; readonly children: readonly Inline[] }
  /** `target` is as written; an image is a link to it. */
  | { readonly kind: 'link'; readonly target: string; readonly isImage: boolean; readonly children: readonly Inline[] };

/** An item of a list. `isDone` is that of a task, and undefined for anything else. */
export interface Item {
  readonly isDone: boolean | undefined;
  readonly blocks: readonly BlockNode[];
}

export type TableCell = readonly Inline[];

/** A block of a message. */
export type BlockNode =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  /** `level` is from 1 to 6. */
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly BlockNode[] }
  | {
      readonly kind: 'list';
      /** Number of the first item; undefined for bullets. */
      readonly start: number | undefined;
      readonly isLoose: boolean;
      readonly items: readonly Item[];
    }
  | { readonly kind: 'table'; readonly header: readonly TableCell[]; readonly rows: readonly (readonly TableCell[])[] }
  | { readonly kind: 'rule' };

/** Text as it is, in its lines. */
export function linesOf(text: string): Inline[] {
  return text.split('\n').flatMap((line, index): Inline[] => {
    const own: Inline[] = line === '' ? [] : [{ kind: 'text', text: line }];
    return index === 0 ? own : [{ kind: 'break' }, ...own];
  });
}

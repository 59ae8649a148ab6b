import { escapeHtml } from '../../../text/html/escape-html.ts';
import { link } from '../markup/html.ts';

/** Makes HTML of the paragraphs and tables of an RTF document. */
export interface Paragraphs {
  text(text: string): void;
  /** `address` is that of the text that follows, until it is undefined. */
  link(address: string | undefined): void;
  lineBreak(): void;
  endParagraph(properties: ParagraphProperties): void;
  /** Begins the definition of a row; one of the head names the columns. */
  beginRow(row: { readonly isHead: boolean }): void;
  endCell(): void;
  endRow(): void;
  html(): string;
}

/** Properties of a paragraph. */
export interface ParagraphProperties {
  /** Level of a heading, from 1. */
  readonly level: number | undefined;
  readonly isItem: boolean;
  readonly isInTable: boolean;
}

/** Creates the paragraphs of a document. */
export function createParagraphs(): Paragraphs {
  const html: string[] = [];
  let inline: string[] = [];
  let linked: { readonly address: string; readonly from: number } | undefined;
  let cell: string[] = [];
  let cells: string[] = [];
  let rows: string[] = [];
  let isHead = false;
  let items: string[] = [];

  const endLink = () => {
    if (linked === undefined) return;
    const text = inline.splice(linked.from).join('');
    inline.push(link(text, linked.address));
    linked = undefined;
  };
  const take = (): string => {
    endLink();
    const text = inline.join('').trim();
    inline = [];
    return text;
  };
  const endTable = () => {
    if (rows.length > 0) html.push(`<table>${rows.join('')}</table>`);
    rows = [];
  };
  const endList = () => {
    if (items.length > 0) html.push(`<ul>${items.join('')}</ul>`);
    items = [];
  };
  const self: Paragraphs = {
    text: (text) => void inline.push(escapeHtml(text)),
    link(address) {
      endLink();
      if (address !== undefined) linked = { address, from: inline.length };
    },
    lineBreak: () => void inline.push('<br>'),
    endParagraph({ level, isItem, isInTable }) {
      const text = take();
      if (isInTable) {
        if (text !== '') cell.push(`<p>${text}</p>`);
        return;
      }
      endTable();
      if (text === '') return;
      if (isItem) {
        items.push(`<li>${text}</li>`);
        return;
      }
      endList();
      html.push(level === undefined ? `<p>${text}</p>` : `<h${level}>${text}</h${level}>`);
    },
    beginRow({ isHead: isNext }) {
      isHead = isNext;
    },
    endCell() {
      endList();
      const text = take();
      cells.push(`<td>${cell.join('')}${text}</td>`);
      cell = [];
    },
    endRow() {
      if (cells.length > 0)
        rows.push(isHead ? `<thead><tr>${cells.join('')}</tr></thead>` : `<tr>${cells.join('')}</tr>`);
      cells = [];
    },
    html() {
      self.endParagraph({ level: undefined, isItem: false, isInTable: false });
      self.endRow();
      endTable();
      endList();
      return html.join('');
    },
  };
  return self;
}

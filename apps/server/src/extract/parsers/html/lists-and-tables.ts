import { createRowTexts } from '../sheets/row-texts.ts';

/** Collects the items of lists and the rows of tables, each list or table as one block. */
export interface ListsAndTables {
  open(name: string): void;
  close(name: string): void;
  /** Takes a paragraph that is in a list or table. */
  takes(text: string): boolean;
  /** Ends all lists and tables. */
  end(): void;
}

interface List {
  readonly isOrdered: boolean;
  item: number;
}

const listNames = new Set(['ul', 'ol', 'menu']);
/** Levels of lists that are indented. Deeper ones look like the last. */
const maxIndent = 8;
/** A block of more characters is ended after an item or row: no chunk is so long. */
const maxBlock = 20_000;
/** Cells of a row; the text of further ones joins the last. */
const maxCells = 1_000;

/** Creates the collector of a page. `add` takes the finished blocks. */
export function createListsAndTables(add: (text: string) => void): ListsAndTables {
  let lines: string[] = [];
  let length = 0;
  const lists: List[] = [];
  let marker = '';
  let tables = 0;
  let cells: string[] | undefined;
  /** True while all cells of the row are header cells. */
  let isHeader = true;

  const flush = () => {
    if (lines.length > 0) add(lines.join('\n'));
    lines = [];
    length = 0;
  };
  const line = (text: string) => {
    if (length > maxBlock) flush();
    lines.push(text);
    length += text.length;
  };
  const rows = createRowTexts(line, 'table', 'any');
  const endRow = () => {
    const row = cells ?? [];
    cells = undefined;
    if (!row.some((cell) => cell.trim() !== '')) return;
    if (isHeader && row.length > 1) rows.header(row);
    else rows.add(row);
  };
  const endTable = () => {
    endRow();
    rows.end();
  };
  const endOne = () => {
    if (lists.length === 0 && tables === 0) flush();
  };

  const openPart = (name: string) => {
    if (name === 'tr') {
      endRow();
      cells = [];
      isHeader = true;
    } else if (name === 'td' || name === 'th') {
      cells ??= [];
      if (name === 'td') isHeader = false;
      if (cells.length < maxCells) cells.push('');
    }
  };

  return {
    open(name) {
      if (listNames.has(name)) lists.push({ isOrdered: name === 'ol', item: 0 });
      else if (name === 'li') marker = markerOf(lists.at(-1));
      else if (name === 'table') {
        endTable();
        tables += 1;
      } else if (tables > 0) openPart(name);
    },
    close(name) {
      if (listNames.has(name)) {
        lists.pop();
        endOne();
      } else if (name === 'table' && tables > 0) {
        endTable();
        tables -= 1;
        endOne();
      } else if (name === 'tr') endRow();
    },
    takes(text) {
      if (cells !== undefined && cells.length > 0) {
        cells[cells.length - 1] = `${cells.at(-1)} ${text.replaceAll('\n', ' ')}`;
        return true;
      }
      if (lists.length === 0 && tables === 0) return false;
      const indent = '  '.repeat(Math.min(Math.max(lists.length - 1, 0), maxIndent));
      line(indent + marker + text.replaceAll('\n', `\n${indent}`));
      marker = '';
      return true;
    },
    end() {
      endTable();
      flush();
      lists.length = 0;
      tables = 0;
      marker = '';
    },
  };
}

function markerOf(list: List | undefined): string {
  if (list === undefined) return '- ';
  list.item += 1;
  return list.isOrdered ? `${list.item}. ` : '- ';
}

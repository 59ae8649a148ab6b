import { createTables } from './tables.ts';

/** Collects the items of lists and the rows of tables, each list or table as one block. */
export interface ListsAndTables {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  /** Takes a paragraph that is in a list or table. */
  takes(text: string): boolean;
  /** True within a cell that names a row or column. */
  isInHeading(): boolean;
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
/** Max characters of a term that stands before its description; a longer one is a line of its own. */
const maxTerm = 200;

/** Creates the collector of a page. `add` takes the finished blocks. */
export function createListsAndTables(add: (text: string) => void): ListsAndTables {
  let lines: string[] = [];
  let length = 0;
  const lists: List[] = [];
  let marker = '';

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
  const tables = createTables(line);
  const terms = createTerms(line);
  const isOutside = () => lists.length === 0 && !tables.isOpen() && !terms.isOpen();
  const endOne = () => {
    if (isOutside()) flush();
  };

  return {
    open(name, attributes) {
      if (listNames.has(name)) lists.push({ isOrdered: name === 'ol', item: 0 });
      else if (name === 'li') marker = markerOf(lists.at(-1));
      else if (!tables.open(name, attributes)) terms.open(name);
    },
    close(name) {
      if (listNames.has(name)) lists.pop();
      else if (!tables.close(name) && !terms.close(name)) return;
      endOne();
    },
    takes(text) {
      if (tables.takes(text)) return true;
      if (isOutside()) return false;
      const indent = '  '.repeat(Math.min(Math.max(lists.length - 1, 0), maxIndent));
      if (marker === '' && terms.takes(text)) return true;
      line(indent + marker + text.replaceAll('\n', `\n${indent}`));
      marker = '';
      return true;
    },
    isInHeading: tables.isInHeading,
    end() {
      tables.end();
      terms.end();
      flush();
      lists.length = 0;
      marker = '';
    },
  };
}

function markerOf(list: List | undefined): string {
  if (list === undefined) return '- ';
  list.item += 1;
  return list.isOrdered ? `${list.item}. ` : '- ';
}

/** Writes a list of terms and descriptions, each description after its terms: `Hours: nine to five`. */
function createTerms(line: (text: string) => void) {
  let depth = 0;
  let part: 'dt' | 'dd' | undefined;
  let names: string[] = [];
  let isDescribed = false;
  const release = () => {
    if (names.length > 0 && !isDescribed) line(names.join(', '));
    names = [];
    isDescribed = false;
  };
  return {
    isOpen: () => depth > 0,
    open(name: string): void {
      if (name === 'dl') depth += 1;
      else if (depth > 0 && (name === 'dt' || name === 'dd')) {
        if (name === 'dt' && (part === 'dd' || isDescribed)) release();
        part = name;
        if (name === 'dd') isDescribed = false;
      }
    },
    close(name: string): boolean {
      if (name !== 'dl' || depth === 0) return false;
      release();
      depth -= 1;
      part = undefined;
      return true;
    },
    takes(text: string): boolean {
      if (part === undefined) return false;
      if (part === 'dt' && text.length <= maxTerm) names.push(text.replaceAll('\n', ' '));
      else if (part === 'dt' || isDescribed || names.length === 0) line(text);
      else {
        const term = names.join(', ');
        line(/[:?？：]$/.test(term) ? `${term} ${text}` : `${term}: ${text}`);
        isDescribed = true;
      }
      return true;
    },
    end(): void {
      release();
      depth = 0;
      part = undefined;
    },
  };
}

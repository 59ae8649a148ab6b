import { type Attributes, parseXml } from '../archive/xml.ts';
import { oneLine } from '../clean-text.ts';

type Fields = [path: string, text: string][];

interface Element {
  readonly name: string;
  fields: Fields;
  text: string;
  hasElements: boolean;
  /** The last element within it that has attributes and no elements: a row if another one follows it. */
  last: { readonly name: string; readonly fields: Fields } | undefined;
  /** The name of elements that are rows. */
  repeated: string | undefined;
}

/** Attributes that are for programs. */
const technical = /^(?:xmlns|xml:|xsi:)/;

/**
 * Calls `add` for each row of an XML document: the fields `name: value; …` of an element with elements, below the path
 * to it. Elements with a text are fields, and so are those with attributes unless several follow each other.
 */
export function xmlRows(xml: string, add: (row: string) => void): void {
  const open: Element[] = [];

  const emit = (fields: Fields, path: readonly string[]) => {
    if (fields.length === 0) return;
    const row = fields.map(([name, value]) => (name === '' ? value : `${name}: ${value}`)).join('; ');
    // All is within the root, so its name says nothing.
    add(path.length < 2 ? row : `${path.slice(1).join('.')}: ${row}`);
  };
  /** Emits the fields of the outer elements, which come before the row. */
  const emitOuter = () => {
    for (const [index, element] of open.entries()) {
      fold(element);
      emit(element.fields, pathOf(open.slice(0, index + 1)));
      element.fields = [];
    }
  };
  const emitRow = (name: string, fields: Fields) => {
    emitOuter();
    emit(fields, [...pathOf(open), name]);
  };
  /** An element that has attributes and no elements. */
  const leaf = (outer: Element, name: string, fields: Fields) => {
    if (outer.repeated === name || outer.last?.name === name) {
      const { last } = outer;
      outer.last = undefined;
      outer.repeated = name;
      if (last !== undefined) emitRow(last.name, last.fields);
      emitRow(name, fields);
      return;
    }
    fold(outer);
    outer.last = { name, fields };
  };

  parseXml(xml, {
    open(name, attributes) {
      const outer = open.at(-1);
      if (outer !== undefined) outer.hasElements = true;
      open.push({ ...created(name), fields: fieldsOf(attributes) });
    },
    text(part) {
      const element = open.at(-1);
      if (element !== undefined) element.text += part;
    },
    close() {
      const element = open.pop();
      if (element === undefined) return;
      fold(element);
      const { name, fields, hasElements } = element;
      const own = oneLine(element.text);
      const outer = open.at(-1);
      if (own !== '') fields.push(['', own]);
      if (outer === undefined || hasElements) emitRow(name, fields);
      else if (fields.length === 1 && own !== '') {
        fold(outer);
        outer.fields.push([name, own]);
      } else if (fields.length > 0) leaf(outer, name, fields);
    },
  });
}

const created = (name: string): Element => ({
  ...{ name, fields: [], text: '', hasElements: false, last: undefined, repeated: undefined },
});

const pathOf = (open: readonly Element[]): readonly string[] => open.map(({ name }) => name);

const fieldsOf = (attributes: Attributes): Fields =>
  Object.entries(attributes).flatMap(([key, value]): Fields => {
    const text = oneLine(value);
    return technical.test(key) || text === '' ? [] : [[key.slice(key.indexOf(':') + 1), text]];
  });

/** Makes fields of the last element with attributes. */
function fold(element: Element): void {
  const { last } = element;
  element.last = undefined;
  for (const [path, text] of last?.fields ?? []) {
    element.fields.push([path === '' ? (last?.name ?? '') : `${last?.name}.${path}`, text]);
  }
}

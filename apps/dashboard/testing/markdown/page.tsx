import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Markdown } from '../../src/ui/markdown/markdown.tsx';
import type { Marks } from '../../src/ui/markdown/markdown-elements.tsx';

/** Functions of the page that the tests call. */
export interface TestPage {
  /** The elements and texts that each Markdown is shown as, as tags without the parts that all share. */
  shapesOf(texts: readonly string[]): string[];
  /** Shows a text as it grows: for each step the elements that stay and the texts rendered, and the last shape. */
  grow(steps: readonly string[]): { kept: number[]; rendered: string[][]; shape: string };
  /** Content of the elements of the texts, as the browser reads it. */
  found(texts: readonly string[]): { elements: string[]; attributes: string[]; links: string[] };
}

const place = document.createElement('main');
document.body.append(place);
const root = createRoot(place);

/** The texts that were rendered. */
let rendered: string[] = [];

const marks: Marks = {
  show: (text) => {
    rendered.push(text);
    return text
      .split(/⸨(\d+)⸩/)
      .map((piece, index) => (index % 2 === 1 ? <sup key={String(index)}>{piece}</sup> : piece));
  },
  strip: (text) => text.replace(/⸨\d+⸩/g, ''),
};

function show(text: string, growing = false): Element {
  flushSync(() =>
    root.render(
      <MantineProvider>
        <Markdown text={text} growing={growing} marks={marks} />
      </MantineProvider>,
    ),
  );
  return place.querySelector('main > div') ?? place;
}

/** Line breaks between blocks belong to no text. */
const aroundBlocks = /^(?:div|blockquote|ul|ol|li)$/;

function shapeOf(node: Node): string {
  if (!(node instanceof HTMLElement)) return textOf(node as Text);
  if (node.localName === 'figure') return `<pre>${node.querySelector('code')?.textContent ?? ''}</pre>`;
  const inner = [...node.childNodes].map(shapeOf).join('');
  if (node.localName === 'section') return inner;
  return `<${node.localName}${attributesOf(node)}>${/^[bh]r$/.test(node.localName) ? '' : `${inner}</${node.localName}>`}`;
}

function textOf({ data, parentElement }: Text): string {
  return aroundBlocks.test(parentElement?.localName ?? '') ? data.replace(/^\n+|\n+$/g, '') : data;
}

function attributesOf(element: HTMLElement): string {
  const start = element.getAttribute('start') ?? '1';
  const align = element.style.textAlign || 'left';
  const href = element.getAttribute('href');
  return [
    href === null ? '' : ` href="${href}"`,
    start === '1' ? '' : ` start="${start}"`,
    align === 'left' ? '' : ` align="${align}"`,
  ].join('');
}

const inside = (element: Element) => [...element.childNodes].map(shapeOf).join('');

const page: TestPage = {
  shapesOf: (texts) => texts.map((text) => inside(show(text))),
  grow(steps) {
    let before: Element[] = [];
    let shown: Element = place;
    const texts: string[][] = [];
    root.render(null);
    const kept = steps.map((text) => {
      rendered = [];
      shown = show(text, true);
      texts.push(rendered);
      const now = [...shown.children];
      const same = now.filter((element, index) => element === before[index]).length;
      before = now;
      return same;
    });
    return { kept, rendered: texts, shape: inside(shown) };
  },
  found(texts) {
    const elements = new Set<string>();
    const attributes = new Set<string>();
    const links = new Set<string>();
    for (const text of texts) {
      for (const element of show(text).querySelectorAll<HTMLElement>('*:not(figure *)')) {
        elements.add(element.localName);
        for (const name of element.getAttributeNames()) attributes.add(name);
        if (!(element instanceof HTMLAnchorElement)) continue;
        const scheme = /^(?:https?:\/\/|mailto:|tel:)/i.exec(element.getAttribute('href') ?? '')?.[0].toLowerCase();
        links.add([element.protocol, scheme, element.rel, element.target].join(' '));
      }
    }
    return { elements: [...elements], attributes: [...attributes], links: [...links] };
  },
};

Object.assign(globalThis, { testPage: page });

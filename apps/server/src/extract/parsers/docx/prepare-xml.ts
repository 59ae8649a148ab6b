import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { SourceFailure } from '../../document.ts';
import { linearMath, type MathNode } from './math.ts';

/** Parts of a document that were left out, by kind. */
export interface LeftOut {
  struck: number;
  hidden: number;
  deleted: number;
  pictures: number;
  diagrams: number;
}

/** Settings of a document for the reading of its parts. */
export interface PreparedWith {
  /** Styles whose text is hidden. */
  readonly hiddenStyles: ReadonlySet<string>;
  readonly leftOut: LeftOut;
  /** Prepared XML of paragraphs that come before and after the body's. */
  readonly before?: string;
  readonly after?: string;
}

/** Elements whose tags are dropped, so that the text boxes in them are found. */
const wrappers: ReadonlySet<string> = new Set(
  [
    'mc:AlternateContent',
    'mc:Choice',
    'wp:inline',
    'wp:anchor',
    'a:graphic',
    'a:graphicData',
    'wps:wsp',
    'wps:txbx',
  ].concat(['wpg:wgp', 'wpg:grpSp', 'wpc:wpc', 'm:oMathPara', 'w:hdr', 'w:ftr']),
);
/** Within a drawing, everything but its text boxes is dropped. */
const drawing = 'w:drawing';
const textBox = 'w:txbxContent';
const pictures: ReadonlySet<string> = new Set(['a:blip', 'v:imagedata']);
const diagrams: ReadonlySet<string> = new Set(['c:chart', 'dgm:relIds', 'cx:chart']);
const deleted: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom']);
const off: ReadonlySet<string> = new Set(['0', 'false', 'off', 'none']);

/** Max levels of elements. */
const maxDepth = 10_000;

/**
 * Rewrites XML of WordprocessingML so that mammoth reads all that a reader sees: text boxes in any markup, formulas as
 * linear text, and neither hidden nor struck runs. Takes linear time. Throws `broken_file` if it isn't well-formed.
 */
export function prepareXml(xml: string, prepared: PreparedWith): string {
  const writer = createWriter(prepared);
  parse(xml, writer);
  return writer.out.join('');
}

function createWriter({ hiddenStyles, leftOut, before = '', after = '' }: PreparedWith) {
  const out: string[] = [];
  const open: Open[] = [];
  /** The formula that is open, and its elements. */
  const math: MathNode[] = [];
  /** Elements of a part that is left out. */
  let skipped = 0;

  const isInDrawing = (): boolean =>
    open.slice(0, -1).findLast(({ name }) => name === drawing || name === textBox)?.name === drawing;
  const isDropped = (name: string): boolean =>
    wrappers.has(name) || (name !== drawing && name !== textBox && isInDrawing());
  const countKind = (name: string) => {
    if (pictures.has(name)) leftOut.pictures += 1;
    else if (diagrams.has(name)) leftOut.diagrams += 1;
    else if (deleted.has(name) && !open.some((element) => element.name === 'w:rPr')) leftOut.deleted += 1;
  };
  const endMath = () => {
    const formula = math.pop();
    if (math.length > 0 || formula === undefined) return;
    out.push(formulaXml(formula, { isInParagraph: open.some(({ name }) => name === 'w:p') }));
  };
  /** Takes back a run that is hidden or struck, and counts it if it has text. */
  const takeBack = (at: number, kind: 'struck' | 'hidden') => {
    if (out.slice(at).some((part) => part.startsWith('<w:t'))) leftOut[kind] += 1;
    out.length = at;
  };
  /** Writes a start tag, unless it is dropped. */
  const write = ({ name, attributes, isSelfClosing }: Tag): boolean => {
    if (isDropped(name)) return false;
    out.push(`<${nameOf(name)}${attributesOf(attributes)}${isSelfClosing ? '/' : ''}>`);
    if (name === 'w:body') out.push(before);
    return true;
  };
  return {
    out,
    start({ name, attributes, isSelfClosing }: SaxesTagPlain) {
      if (open.length > maxDepth) throw new SourceFailure('too_complex');
      const isFurther = isAlternative(name, open.at(-1));
      const own: Open = { name, at: out.length, isLeftOut: undefined, hasChoice: false, isWritten: false };
      open.push(own);
      if (skipped > 0 || isFurther) skipped += 1;
      else if (name === 'm:oMath' || math.length > 0) openMath(math, name, attributes);
      else {
        countKind(name);
        markRun(open, { name, value: attributes['w:val'] ?? '', hiddenStyles });
        own.isWritten = write({ name, attributes, isSelfClosing });
      }
    },
    end({ name, isSelfClosing }: SaxesTagPlain) {
      const own = open.pop();
      if (skipped > 0) skipped -= 1;
      else if (math.length > 0) endMath();
      else if (own?.isWritten === true) {
        if (name === 'w:body') out.push(after);
        if (!isSelfClosing) out.push(`</${nameOf(name)}>`);
        if (own.isLeftOut !== undefined) takeBack(own.at, own.isLeftOut);
      }
    },
    text(text: string) {
      const node = math.at(-1);
      if (node !== undefined) node.text += text;
      else if (skipped === 0 && open.at(-1)?.isWritten === true) out.push(escaped(text));
    },
  };
}

function openMath(math: MathNode[], name: string, attributes: Readonly<Record<string, string>>): void {
  const node = { name: name.replace(/^m:/, ''), value: attributes['m:val'], children: [], text: '' };
  math.at(-1)?.children.push(node);
  math.push(node);
}

type Tag = Pick<SaxesTagPlain, 'name' | 'attributes' | 'isSelfClosing'>;

interface Property {
  readonly name: string;
  readonly value: string;
  readonly hiddenStyles: ReadonlySet<string>;
}

/** A property of a run, or of its style, may leave it out. */
function markRun(open: readonly Open[], { name, value, hiddenStyles }: Property): void {
  const [run, properties] = open.slice(-3);
  if (run?.name !== 'w:r' || properties?.name !== 'w:rPr') return;
  if ((name === 'w:strike' || name === 'w:dstrike') && !off.has(value)) run.isLeftOut = 'struck';
  const isHidden = name === 'w:vanish' ? !off.has(value) : name === 'w:rStyle' && hiddenStyles.has(value);
  if (isHidden) run.isLeftOut = 'hidden';
}

interface Open {
  readonly name: string;
  /** Index at which its output begins. */
  readonly at: number;
  isLeftOut: 'struck' | 'hidden' | undefined;
  hasChoice: boolean;
  isWritten: boolean;
}

/** True for what stands for content that was read already: further choices, and the fallback for older programs. */
function isAlternative(name: string, parent: Open | undefined): boolean {
  if (parent?.name !== 'mc:AlternateContent') return false;
  const isFirst = !parent.hasChoice;
  if (name === 'mc:Choice' || name === 'mc:Fallback') parent.hasChoice = true;
  return !isFirst;
}

/** mammoth reads text boxes in the markup of older programs. */
const nameOf = (name: string): string => (name === drawing ? 'w:pict' : name);

function formulaXml(formula: MathNode, { isInParagraph }: { readonly isInParagraph: boolean }): string {
  const run = `<w:r><w:t xml:space="preserve">${escaped(linearMath(formula))}</w:t></w:r>`;
  return isInParagraph ? run : `<w:p>${run}</w:p>`;
}

const attributesOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

interface Handlers {
  readonly start: (tag: SaxesTagPlain) => void;
  readonly end: (tag: SaxesTagPlain) => void;
  readonly text: (text: string) => void;
}

/** Characters that are parsed at a time. */
const portion = 64 * 1024;

function parse(xml: string, { start, end, text }: Handlers): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', (error) => {
    throw new SourceFailure('broken_file', { detail: `xml: ${error.message.slice(0, 200)}` });
  });
  parser.on('opentag', start);
  parser.on('closetag', end);
  parser.on('text', text);
  parser.on('cdata', text);
  for (let at = 0; at < xml.length; at += portion) parser.write(xml.slice(at, at + portion));
  parser.close();
}

/** The IDs of the styles whose text is hidden. */
export function hiddenStylesOf(styles: string): Set<string> {
  const hidden = new Set<string>();
  let style: string | undefined;
  parse(styles, {
    start({ name, attributes }) {
      if (name === 'w:style') style = attributes['w:styleId'];
      else if (name === 'w:vanish' && style !== undefined && !off.has(attributes['w:val'] ?? '')) hidden.add(style);
    },
    end({ name }) {
      if (name === 'w:style') style = undefined;
    },
    text: () => {},
  });
  return hidden;
}

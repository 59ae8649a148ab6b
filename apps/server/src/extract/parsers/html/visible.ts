import type { HtmlToken } from '../../../text/html/tokens.ts';
import { blocks, empty, endedBy, isAround, isMain, type OpenTag, unread } from './elements.ts';
import { hidingOf, isUnseen, type Looks, looksOf } from './hiding.ts';
import type { Declarations } from './styles.ts';
import { type Survey, styleOf } from './survey.ts';

/** Options of reading what is visible. */
export interface VisibleOptions {
  readonly survey: Survey;
  /** Leaves out what is around the content: navigation, footers, dialogs. */
  readonly withoutSurroundings: boolean;
  /** True if the tokens are those of the main content. */
  readonly isInMain?: boolean;
  /** Told how many characters are hidden from readers. */
  readonly onHidden?: (characters: number) => void;
}

/** Reasons for which an element is left out. `veiled` ones appear later, `drawn` ones aren't read aloud. */
type Reason = 'unread' | 'struck' | 'around' | 'hidden' | 'veiled' | 'drawn' | undefined;

/** Elements that end what is around them: the content of a page, even within a navigation that was never closed. */
const contents: Readonly<Record<NonNullable<Reason>, ReadonlySet<string>>> = {
  ...{ unread: new Set(), struck: new Set(), hidden: new Set() },
  ...{
    around: new Set(['main', 'article', 'body']),
    veiled: new Set(['main', 'body']),
    drawn: new Set(['main', 'body']),
  },
};

const struckNames = new Set(['s', 'strike', 'del']);

/** Texts for people who listen to a page: they stand in for what is only drawn. */
const forListeners = /(?:^|[\s_-])(?:sr-only|screen-?reader(?:-text)?|visually-?hidden|a-offscreen)(?:$|[\s_-])/i;

/** Names of what unfolds if a reader asks for it. */
const unfolding =
  /(?:^|[\s_-])(?:tabs?|tab-?(?:panel|pane|content)s?|panels?|accordions?|collaps\w{0,6}|faqs?|answers?|toggle\w{0,10}|expand\w{0,6}|spoiler|slides?|carousel|swiper)(?:$|[\s_-])/i;

/** The tokens of a page that its readers see, without struck text. Keeps a path of bounded length, and no tree. */
export function* visibleTokens(tokens: Iterable<HtmlToken>, options: VisibleOptions): Generator<HtmlToken> {
  const seen = createEyes(options);
  for (const token of tokens) if (seen(token)) yield token;
}

/** Tells of each token, in order, whether it is seen. */
function createEyes(options: VisibleOptions): (token: HtmlToken) => boolean {
  const { survey, onHidden } = options;
  const path = createPath(survey);
  const judge = createJudge(options);
  let skipped: Skipped | undefined;

  /** True if a token belongs to the element that is left out. */
  const isSkipped = (token: HtmlToken): boolean => {
    const progress = skipped?.take(token) ?? 'over';
    if (progress !== 'passed') skipped = undefined;
    if (progress !== 'over' && token.type === 'text' && isCounted(judge.reason)) onHidden?.(sizeOf(token.text));
    return progress !== 'over';
  };
  const opened = (token: OpenTag): boolean => {
    const style = styleOf(token, survey.rules);
    const reason = judge.open(token, style);
    if (reason === undefined) path.open(token, style);
    else if (!empty.has(token.name)) skipped = createSkipped(token.name, contents[reason]);
    return reason === undefined;
  };
  const read = (text: string): boolean => {
    judge.text(text);
    const isUnseenText = path.isUnseen();
    if (isUnseenText) onHidden?.(sizeOf(text));
    return !isUnseenText;
  };

  return (token) => {
    if (isSkipped(token)) return false;
    if (token.type === 'text') return read(token.text);
    if (token.type === 'open') return opened(token);
    judge.close(token.name);
    path.close(token.name);
    return true;
  };
}

const isCounted = (reason: Reason): boolean => reason === 'hidden' || reason === 'veiled';
const sizeOf = (text: string): number => text.trim().length;

/** Decides which elements are left out. */
function createJudge({ survey, withoutSurroundings, isInMain = false }: VisibleOptions) {
  let headers = 0;
  let isAfterControl = false;
  const judge = {
    /** The reason of the last element that was left out. */
    reason: undefined as Reason,
    text(text: string): void {
      if (text.trim() !== '') isAfterControl = false;
    },
    close(name: string): void {
      if (name === 'button' || name === 'label' || name === 'summary') isAfterControl = true;
    },
    open(tag: OpenTag, style: Declarations): Reason {
      const isBanner = tag.name === 'header' && survey.banners.has(headers);
      if (tag.name === 'header') headers += 1;
      judge.reason = judge.reasonOf(tag, style, isBanner);
      if (!blocks.has(tag.name)) return judge.reason;
      // An element that unfolds stands next to its control.
      if (judge.reason === 'hidden' && isAfterControl && !isNeverShown(tag, style)) judge.reason = undefined;
      isAfterControl = false;
      return judge.reason;
    },
    reasonOf(tag: OpenTag, style: Declarations, isBanner: boolean): Reason {
      const { name, attributes } = tag;
      if (unread.has(name)) return 'unread';
      if (struckNames.has(name) && !survey.unclosed.has(name)) return 'struck';
      if (withoutSurroundings && (isBanner || isAround(tag, isInMain))) return 'around';
      if (attributes.size === 0 || name === 'body' || name === 'html') return undefined;
      if (/line-through/.test(style.get('text-decoration') ?? style.get('text-decoration-line') ?? '')) return 'struck';
      return hiddenBy(tag, style, survey);
    },
  };
  return judge;
}

const isNeverShown = ({ attributes }: OpenTag, style: Declarations): boolean =>
  hidingOf(style) === 'never' && !attributes.has('hidden');

function hiddenBy(tag: OpenTag, style: Declarations, survey: Survey): Reason {
  const { attributes } = tag;
  const names = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`.slice(0, 500);
  if (forListeners.test(names)) return undefined;
  const hidden = attributes.get('hidden');
  const hiding = hidden !== undefined && hidden !== 'until-found' ? 'folded' : hidingOf(style);
  if (hiding === 'never') return 'hidden';
  const isDrawn = attributes.get('aria-hidden') === 'true';
  if (hiding === undefined && !isDrawn) return undefined;
  const unfolds =
    attributes.get('role') === 'tabpanel' || survey.controlled.has(attributes.get('id') ?? '') || unfolding.test(names);
  if (unfolds || (isMain(tag) && hiding !== 'folded')) return undefined;
  if (hiding === undefined) return 'drawn';
  return hiding === 'folded' ? 'hidden' : 'veiled';
}

/** Finds the end of an element that is left out. */
interface Skipped {
  /** Returns `passed` for a token of the element, `last` for its end, and `over` for a token after it. */
  take(token: HtmlToken): 'passed' | 'last' | 'over';
}

const lists = new Set(['ul', 'ol', 'menu']);
const tables = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr']);
const rows = new Set(['table', 'tbody', 'thead', 'tfoot']);

/** For elements whose end tag may be missing: what holds further ones inside, and whose end tags end it. */
const holders: Readonly<Record<string, readonly [inside: ReadonlySet<string>, around: ReadonlySet<string>]>> = {
  li: [lists, lists],
  dt: [new Set(['dl']), new Set(['dl'])],
  dd: [new Set(['dl']), new Set(['dl'])],
  td: [new Set(['table']), tables],
  th: [new Set(['table']), tables],
  tr: [new Set(['table']), rows],
  p: [new Set(), blocks],
};

function createSkipped(name: string, ends: ReadonlySet<string>): Skipped {
  const next = endedBy[name];
  const [inside, around] = holders[name] ?? [];
  let depth = 1;
  /** Holders that were opened within the element. */
  let inner = 0;
  const close = (closed: string): ReturnType<Skipped['take']> => {
    if (inner > 0 && inside?.has(closed)) inner -= 1;
    else if (inner === 0 && closed === name) depth -= 1;
    else if (inner === 0 && around?.has(closed)) return 'over';
    return depth === 0 ? 'last' : 'passed';
  };
  return {
    take(token) {
      if (token.type === 'text') return 'passed';
      if (token.type === 'close') return close(token.name);
      if (ends.has(token.name) && token.name !== name) return 'over';
      if (inner === 0 && next?.has(token.name)) return 'over';
      if (inside?.has(token.name)) inner += 1;
      else if (inner === 0 && token.name === name) depth += 1;
      return 'passed';
    },
  };
}

/** Max length of the path, and how far back an end tag looks for its start. */
const bounds = { path: 256, back: 60 };

/** The elements around a place, and how a text there looks. */
function createPath({ hasSheet }: Survey) {
  const open: { readonly name: string; readonly looks: Looks | undefined; readonly isStyled: boolean }[] = [];
  return {
    open({ name, attributes }: OpenTag, style: Declarations): void {
      const last = open.at(-1);
      if (last !== undefined && endedBy[last.name]?.has(name)) open.pop();
      if (empty.has(name) || open.length >= bounds.path) return;
      const around = open.at(-1);
      const own = looksOf(withAttributes(style, attributes));
      open.push({
        name,
        looks: own === undefined ? around?.looks : { ...around?.looks, ...own },
        isStyled: (around?.isStyled ?? false) || attributes.has('class') || attributes.has('id'),
      });
    },
    close(name: string): void {
      for (let at = open.length - 1; at >= Math.max(0, open.length - bounds.back); at -= 1) {
        if (open[at]?.name !== name) continue;
        open.length = at;
        return;
      }
    },
    isUnseen(): boolean {
      const last = open.at(-1);
      // A style sheet elsewhere may give what has a class another background.
      return last?.looks !== undefined && isUnseen(last.looks, hasSheet && last.isStyled ? '' : '#ffffff');
    },
  };
}

/** The style with what older attributes say. */
function withAttributes(style: Declarations, attributes: ReadonlyMap<string, string>): Declarations {
  const [color, background] = [attributes.get('color'), attributes.get('bgcolor')];
  if (color === undefined && background === undefined) return style;
  return new Map([
    ...(color === undefined ? [] : [['color', color.toLowerCase()] as const]),
    ...(background === undefined ? [] : [['background', background.toLowerCase()] as const]),
    ...style,
  ]);
}

/** The tokens within the elements that `isWanted` names. */
export function* tokensWithin(tokens: Iterable<HtmlToken>, isWanted: (tag: OpenTag) => boolean): Generator<HtmlToken> {
  let name: string | undefined;
  let depth = 0;
  for (const token of tokens) {
    if (name === undefined) {
      if (token.type !== 'open' || !isWanted(token)) continue;
      [name, depth] = [token.name, 1];
    } else if (token.type !== 'text' && token.name === name) depth += token.type === 'open' ? 1 : -1;
    yield token;
    if (depth === 0) name = undefined;
  }
}

import { htmlTokens } from '../../../text/html/tokens.ts';
import { isMain, type OpenTag } from './elements.ts';
import { addRules, declarationsOf, type StyleRules } from './styles.ts';

/** Facts about a whole page that its parts are judged by. */
export interface Survey {
  /** Rules of its style sheets whose selector is a class or an ID. */
  readonly rules: StyleRules;
  /** True if it has style sheets elsewhere. */
  readonly hasSheet: boolean;
  /** IDs of elements that a control shows. */
  readonly controlled: ReadonlySet<string>;
  /** Elements of struck text that don't end. */
  readonly unclosed: ReadonlySet<string>;
  /** Numbers of the `header` elements that introduce the site instead of the content. */
  readonly banners: ReadonlySet<number>;
  readonly hasMain: boolean;
  /** Number of articles that are in no other. */
  readonly articles: number;
}

/** The survey of a text without a page around it. */
export const noSurvey: Survey = {
  ...{ rules: new Map(), hasSheet: true, controlled: new Set(), unclosed: new Set(), banners: new Set() },
  ...{ hasMain: false, articles: 0 },
};

/** Attributes that name the element which a control shows. */
const controls = ['aria-controls', 'data-target', 'data-bs-target', 'for'];
/** Max IDs that are kept. */
const maxControlled = 10_000;
/** Elements within which a `header` isn't the one of the page. */
const sections = new Set(['main', 'article', 'section', 'aside', 'nav']);
const struck = ['s', 'strike', 'del'];

/** Surveys a page, in one pass over its tokens. */
export function surveyPage(html: string): Survey {
  const rules = new Map<string, Map<string, string>>();
  const controlled = new Set<string>();
  const structure = createStructure();
  let [hasSheet, isStyle] = [false, false];
  for (const token of htmlTokens(html)) {
    if (token.type === 'text') {
      if (isStyle && token.isRaw) addRules(token.text, rules);
      continue;
    }
    isStyle = token.type === 'open' && token.name === 'style';
    structure[token.type](token.name);
    if (token.type === 'close' || token.attributes.size === 0) continue;
    structure.named(token);
    if (token.name === 'link') hasSheet ||= /stylesheet/i.test(token.attributes.get('rel') ?? '');
    addControlled(token, controlled);
  }
  return { rules, hasSheet, controlled, ...structure.read() };
}

/** Finds the parts of a page. */
function createStructure() {
  const headers = createHeaders();
  const open = new Map<string, number>();
  let [hasMain, articles] = [false, 0];
  const depthOf = (name: string) => open.get(name) ?? 0;
  return {
    open(name: string): void {
      hasMain ||= name === 'main';
      if (name === 'article' && depthOf(name) === 0) articles += 1;
      if (name === 'h1') headers.title();
      if (name === 'header') headers.open([...sections].some((each) => depthOf(each) > 0));
      if (counted.has(name)) open.set(name, depthOf(name) + 1);
    },
    close(name: string): void {
      if (name === 'header') headers.close();
      if (counted.has(name) && depthOf(name) > 0) open.set(name, depthOf(name) - 1);
    },
    named(tag: OpenTag): void {
      hasMain ||= isMain(tag);
    },
    read: () => ({
      ...{ hasMain, articles, banners: headers.banners(hasMain) },
      unclosed: new Set(struck.filter((name) => depthOf(name) > 0)),
    }),
  };
}

const counted = new Set([...sections, ...struck]);

function addControlled({ name, attributes }: OpenTag, controlled: Set<string>): void {
  if (controlled.size >= maxControlled) return;
  for (const attribute of controls) {
    for (const id of (attributes.get(attribute) ?? '').split(/\s+/).slice(0, 20)) {
      if (id !== '') controlled.add(id.replace(/^#/, ''));
    }
  }
  const href = name === 'a' ? attributes.get('href') : undefined;
  if (href !== undefined && href.length > 1 && href.startsWith('#')) controlled.add(href.slice(1));
}

/** Finds the headers of the site: one that has the title of a page without main content belongs to the content. */
function createHeaders() {
  const ofPage: { readonly number: number; hasTitle: boolean }[] = [];
  let [count, depth] = [0, 0];
  return {
    title(): void {
      const last = ofPage.at(-1);
      if (last !== undefined && depth > 0) last.hasTitle = true;
    },
    open(isInSection: boolean): void {
      if (depth === 0 && !isInSection) ofPage.push({ number: count, hasTitle: false });
      if (depth > 0 || !isInSection) depth += 1;
      count += 1;
    },
    close(): void {
      depth = Math.max(0, depth - 1);
    },
    banners: (hasMain: boolean): ReadonlySet<number> =>
      new Set(ofPage.filter(({ hasTitle }) => hasMain || !hasTitle).map(({ number }) => number)),
  };
}

/** The style of an element by its classes, its ID, and its own declarations. */
export function styleOf({ name, attributes }: OpenTag, rules: StyleRules) {
  const own = declarationsOf(attributes.get('style') ?? '');
  if (rules.size === 0 || attributes.size === 0) return own;
  const classes = (attributes.get('class') ?? '').split(/\s+/).slice(0, 50);
  const id = attributes.get('id');
  const selectors = [...classes.map((each) => `.${each}`), ...(id === undefined ? [] : [`#${id}`])];
  const found = selectors.flatMap((each) => [rules.get(each), rules.get(`${name}${each}`)]);
  const given = found.flatMap((rule) => (rule === undefined ? [] : [...rule]));
  return given.length === 0 ? own : new Map([...given, ...own]);
}

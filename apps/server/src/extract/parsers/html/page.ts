import { parseUrl } from '../../../parse-url.ts';
import { refreshTarget } from '../../../text/html/page-refresh.ts';
import { htmlTokens } from '../../../text/html/tokens.ts';
import { truncated } from '../../../text/truncate.ts';
import { decode } from '../../decode.ts';
import { type ExtractedDocument, type Extraction, SourceFailure, type Warning } from '../../document.ts';
import { oneLine } from '../clean-text.ts';
import type { Input } from '../input.ts';
import { createTextBuilder, type TextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { isMain, type OpenTag } from './elements.ts';
import { type PageFacts, readFacts } from './facts.ts';
import { mainContent } from './main-content.ts';
import { renderVisible } from './render.ts';
import { type Survey, surveyPage } from './survey.ts';
import { tokensWithin, visibleTokens } from './visible.ts';

/** Min share of the text outside of navigation and footers that a part has to be the main content. */
const leastShare = { main: 0.2, article: 0.5, found: 0.75 };
/** Max characters of a page whose text a script is still to add, or that only leads to another one. */
const hardlyAny = { unfilled: 300, asking: 50, leading: 300 };
/** The text of a page that is still to come. */
const placeholder =
  /^\P{L}*(?:loading|please wait|one moment|wird geladen|bitte warten|chargement|cargando|caricamento|carregando|загрузка|laden|ładowanie|yükleniyor|加载中|読み込み中|로딩).{0,30}$/iu;
/** Max characters of an address in a message. */
const shownTarget = 200;
/** Min characters that are hidden from readers to be told. */
const leastHidden = 20;

/** Reads a web page or HTML file: its main content, or all outside of its navigation if little stands out. */
export function readPage({ bytes, charset, url, fileName, whole = false }: Input): Extraction {
  const { text: html, warnings: notes } = decode(bytes, { charset, isHtml: true });
  const facts = readFacts(htmlTokens(html), url);
  const page = { html, facts, survey: surveyPage(html), url };
  const { built, hidden } = whole ? rendered(page, { isWhole: true }) : contentOf(page);
  const document = documentOf(built, facts, { url, fileName });
  if (facts.scripts > 0 && isToCome(document.text, facts)) throw new SourceFailure('needs_script');
  const target = document.text.length < hardlyAny.leading ? refreshTarget(html) : undefined;
  if (target !== undefined && !isSame(target, url)) throw leadsElsewhere(target);
  if (document.text === '') throw new SourceFailure('no_text', { message: 'The page has no text.' });
  const warnings = [...notes, ...(hidden >= leastHidden ? [hiddenText(hidden)] : [])];
  return { documents: [document], warnings };
}

/** True if a page refreshes itself, as one with news does. */
const isSame = (target: string, url: string | undefined) =>
  url !== undefined && parseUrl(target, url)?.href.split('#', 1)[0] === url.split('#', 1)[0];

/** Redirects on the web are followed before a page is read, so this one is a file. */
const leadsElsewhere = (target: string) =>
  new SourceFailure('no_text', {
    message: `The page only leads to another one: ${truncated(oneLine(target), { max: shownTarget, least: 0 })}`,
    hint: 'Add that page instead.',
  });

/** True if the text of a page is missing until its scripts run. */
function isToCome(text: string, { isUnfilled, asksForScripts }: PageFacts): boolean {
  if (text === '' || placeholder.test(text)) return true;
  if (isUnfilled && text.length < hardlyAny.unfilled) return true;
  return asksForScripts && text.length < hardlyAny.asking && !/[.!?。！？:：\d]/.test(text);
}

const hiddenText = (characters: number): Warning => ({
  code: 'hidden_text',
  message: `${characters.toLocaleString('en')} characters that readers of the page can’t see were left out.`,
});

/** A page, with what was found out about it. */
interface Page {
  readonly html: string;
  readonly facts: PageFacts;
  readonly survey: Survey;
  readonly url: string | undefined;
}

/** A text, and the number of characters that were hidden in it. */
interface Rendered {
  readonly built: TextBuilder;
  readonly hidden: number;
}

/** The content of a page: what it names so itself, else what stands out, else all outside of its navigation. */
function contentOf(page: Page): Rendered {
  const outside = rendered(page, {});
  const { hidden } = outside;
  const { hasMain, articles } = page.survey;
  const length = outside.built.length();
  const isEnough = (part: TextBuilder, share: number) => part.length() > 0 && part.length() >= length * share;
  if (hasMain) {
    const { built } = rendered(page, { within: isMain });
    if (isEnough(built, leastShare.main)) return { built, hidden };
  }
  if (articles === 1) {
    const { built } = rendered(page, { within: ({ name }) => name === 'article' });
    if (isEnough(built, leastShare.article)) return { built, hidden };
  }
  const found = hasMain ? undefined : mainContent(tokensOf(page, {}), page.facts);
  if (found !== undefined) {
    const built = createTextBuilder();
    renderVisible(htmlTokens(found), built, linksOf(page));
    if (isEnough(built, leastShare.found)) return { built, hidden };
  }
  // A page that consists of what other pages have around their content.
  return length > 0 ? outside : rendered(page, { isWhole: true });
}

/** The part of a page that is rendered. */
interface Part {
  readonly within?: (tag: OpenTag) => boolean;
  /** With navigation, footers and dialogs. */
  readonly isWhole?: boolean;
}

function tokensOf({ html, survey }: Page, { within, isWhole = false }: Part, onHidden?: (characters: number) => void) {
  const tokens = htmlTokens(html);
  const visible = visibleTokens(tokens, {
    ...{ survey, withoutSurroundings: !isWhole, isInMain: within !== undefined },
    ...(onHidden && { onHidden }),
  });
  return within === undefined ? visible : tokensWithin(visible, within);
}

function rendered(page: Page, part: Part): Rendered {
  const built = createTextBuilder();
  let hidden = 0;
  const tokens = tokensOf(page, part, (characters) => {
    hidden += characters;
  });
  renderVisible(tokens, built, { ...linksOf(page), withLinks: part.isWhole !== true });
  return { built, hidden };
}

const linksOf = ({ facts, url }: Page) => ({ base: facts.base, url, withLinks: true });

function documentOf(built: TextBuilder, facts: PageFacts, names: Pick<Input, 'url' | 'fileName'>): ExtractedDocument {
  const { title, language, canonical, robots, links } = facts;
  return built.build({
    title: title || built.firstHeading() || titleFrom(names),
    ...(language !== undefined && { language }),
    ...(canonical !== undefined && { canonical }),
    ...(robots.length > 0 && { robots }),
    ...(links.length > 0 && { links }),
  });
}

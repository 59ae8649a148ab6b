/** Declarations of a style: properties in lower case, with their values. */
export type Declarations = ReadonlyMap<string, string>;

/** Declarations of rules by their selector: `.name`, `#name`, `tag.name` or `tag#name`. */
export type StyleRules = ReadonlyMap<string, Declarations>;

/** Max rules of a page, selectors of one and characters of a block that are read. */
const limits = { rules: 5_000, selectors: 50, block: 4_000, header: 2_000 };

const plain = /^(?:[a-z][a-z0-9]{0,20})?[.#][\w-]{1,100}$/i;

/** Blocks whose rules hold on any screen. */
const always = /^@(?:layer\b|supports\b|media\s+(?:only\s+)?(?:all|screen)\s*$)/i;

/** Reads the declarations of a `style` attribute, or of a rule. */
export function declarationsOf(text: string): Declarations {
  const found = new Map<string, string>();
  if (text === '') return found;
  for (const part of text.slice(0, limits.block).split(';')) {
    const colon = part.indexOf(':');
    if (colon === -1) continue;
    const value = part.slice(colon + 1).replace('!important', '');
    found.set(part.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  return found;
}

/** Adds the rules of a style sheet whose selector is a class or an ID. Rules for print and for some widths are left out. */
export function addRules(source: string, rules: Map<string, Map<string, string>>): void {
  const css = withoutComments(source);
  let at = 0;
  while (rules.size < limits.rules) {
    const open = css.indexOf('{', at);
    if (open === -1) return;
    const before = css.slice(Math.max(at, open - limits.header), open);
    const header = before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf('}')) + 1).trim();
    if (header.startsWith('@')) at = always.test(header) ? open + 1 : blockEnd(css, open);
    else {
      const close = css.indexOf('}', open);
      const end = close === -1 ? css.length : close;
      addRule(header, declarationsOf(css.slice(open + 1, Math.min(end, open + limits.block))), rules);
      at = end + 1;
    }
  }
}

function addRule(selectors: string, declarations: Declarations, rules: Map<string, Map<string, string>>): void {
  for (const part of selectors.split(',').slice(0, limits.selectors)) {
    const selector = part.trim();
    if (!plain.test(selector)) continue;
    const earlier = rules.get(selector);
    if (earlier === undefined) rules.set(selector, new Map(declarations));
    else for (const [property, value] of declarations) earlier.set(property, value);
  }
}

function withoutComments(css: string): string {
  const [first = '', ...rest] = css.split('/*');
  return [first, ...rest.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''))].join(' ');
}

/** After the brace that closes the one at `open`. */
function blockEnd(css: string, open: number): number {
  const brace = /[{}]/g;
  brace.lastIndex = open;
  let depth = 0;
  for (let found = brace.exec(css); found !== null; found = brace.exec(css)) {
    depth += found[0] === '{' ? 1 : -1;
    if (depth === 0) return found.index + 1;
  }
  return css.length;
}

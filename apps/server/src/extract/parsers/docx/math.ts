/** An element of Office MathML: its name without prefix, its `m:val`, texts and children. */
export interface MathNode {
  readonly name: string;
  readonly value: string | undefined;
  readonly children: MathNode[];
  text: string;
}

/** Max depth of a formula; deeper parts are left out. */
const maxDepth = 50;

/** A formula as linear text: `(a+b)/2`, `x^2`, `√(x)`, `∑_(i=1)^n i` (ECMA-376, part 1, section 22.1). */
export function linearMath(node: MathNode, depth = 0): string {
  if (depth > maxDepth) return '';
  const all = () => node.children.map((child) => linearMath(child, depth + 1)).join('');
  const part = (name: string): string => {
    const found = node.children.find((child) => child.name === name);
    return found === undefined ? '' : linearMath(found, depth + 1);
  };
  const sign = (name: string, usual: string): string => propertyOf(node, name) ?? usual;
  const below = (text: string) => (text === '' ? '' : `_${grouped(text)}`);
  const above = (text: string) => (text === '' ? '' : `^${grouped(text)}`);
  const writers: Readonly<Record<string, () => string>> = {
    t: () => node.text,
    f: () => `${grouped(part('num'))}/${grouped(part('den'))}`,
    sSup: () => `${grouped(part('e'))}${above(part('sup'))}`,
    sSub: () => `${grouped(part('e'))}${below(part('sub'))}`,
    sSubSup: () => `${grouped(part('e'))}${below(part('sub'))}${above(part('sup'))}`,
    rad: () => (part('deg') === '' ? `√(${part('e')})` : `(${part('deg')})√(${part('e')})`),
    nary: () => `${sign('chr', '∫')}${below(part('sub'))}${above(part('sup'))} ${part('e')}`,
    d: () => `${sign('begChr', '(')}${listed(node, depth, sign('sepChr', '|'))}${sign('endChr', ')')}`,
    func: () => `${part('fName')}(${part('e')})`,
    limLow: () => `${part('e')}${below(part('lim'))}`,
    limUpp: () => `${part('e')}${above(part('lim'))}`,
    m: () =>
      `[${node.children
        .filter(({ name }) => name === 'mr')
        .map((row) => listed(row, depth, ', '))
        .join('; ')}]`,
    eqArr: () => listed(node, depth, '; '),
  };
  return node.name.endsWith('Pr') ? '' : (writers[node.name] ?? all)();
}

const listed = (node: MathNode, depth: number, between: string): string =>
  node.children
    .filter(({ name }) => name === 'e')
    .map((child) => linearMath(child, depth + 1))
    .join(between);

/** The value of a property, such as the sign of a sum. */
function propertyOf(node: MathNode, name: string): string | undefined {
  const properties = node.children.find((child) => child.name === `${node.name}Pr`);
  return properties?.children.find((child) => child.name === name)?.value;
}

/** Brackets around a part of several signs. */
const grouped = (text: string): string => (/^(?:[\p{L}\p{N}.,]*|\(.*\))$/su.test(text) ? text : `(${text})`);

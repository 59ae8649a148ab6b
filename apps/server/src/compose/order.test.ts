// @module-tag pure
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const files = ['../app.ts', ...readdirSync(import.meta.dirname).filter((file) => !file.endsWith('.test.ts'))];

/** True if an identifier is a name of a property or of a type, and no use of a constant. */
function isName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name === node;
  return ts.isBindingElement(parent) || ts.isTypeNode(parent) || ts.isParameter(parent);
}

/** The names that a statement declares as constants. */
function namesOf(statement: ts.Statement): string[] {
  const names: string[] = [];
  const add = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) names.push(name.text);
    else for (const element of name.elements) if (ts.isBindingElement(element)) add(element.name);
  };
  if (ts.isVariableStatement(statement)) for (const { name } of statement.declarationList.declarations) add(name);
  return names;
}

/** The constants of a function that are used before their definition, as in a closure, with the line of the use. */
function earlyUses(text: string): string[] {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node, later: ReadonlySet<string>): void => {
    if (ts.isIdentifier(node) && later.has(node.text) && !isName(node)) {
      found.push(`${node.text} in line ${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    }
    if (!ts.isBlock(node)) {
      ts.forEachChild(node, (child) => look(child, later));
      return;
    }
    const names = new Set([...later, ...node.statements.flatMap(namesOf)]);
    for (const statement of node.statements) {
      const own = namesOf(statement);
      look(statement, new Set([...names].filter((name) => !own.includes(name))));
      for (const name of own) names.delete(name);
    }
  };
  look(source, new Set());
  return found;
}

test('finds a closure over a later constant', () => {
  const ring = 'function make() {\n  const one = first({ two: () => two.go() });\n  const two = second({ one });\n}';
  expect(earlyUses(ring)).toEqual(['two in line 2']);
});

test.each(files)('%s uses each part after its definition', (file) => {
  expect(earlyUses(readFileSync(join(import.meta.dirname, file), 'utf8'))).toEqual([]);
});

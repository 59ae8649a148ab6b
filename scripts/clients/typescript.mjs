/** The methods of the TypeScript client, as its compiler sees them. */
import ts from 'typescript';

/**
 * @typedef {{ name: string, fields: { name: string, required: boolean }[] | undefined }} Parameter
 *   `fields` of an object; undefined for a text
 * @typedef {object} TypeScriptMethod
 * @property {string} fullName such as workspaces.members.list
 * @property {string | undefined} endpoint what it calls: `GET /api/agents`
 * @property {Parameter[]} parameters without the options
 * @property {string[]} ownOptions the options that other methods don't have
 * @property {string} returns
 * @typedef {{ methods: TypeScriptMethod[], helpers: string[] }} TypeScriptClient `helpers`: methods of the client itself
 */

/** @param {string} folder of the package */
export function readTypeScriptClient(folder) {
  const { config } = ts.readConfigFile(`${folder.replace(/\/$/, '')}/tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const entry = `${folder.replace(/\/$/, '')}/src/client.ts`;
  const program = ts.createProgram([entry], { ...options, noEmit: true });
  const source = program.getSourceFile(entry);
  if (source === undefined) throw new Error(`${entry} does not exist`);
  const client = source.statements.find(ts.isClassDeclaration);
  if (client === undefined) throw new Error(`${entry} has no class`);
  return readClient(client, program.getTypeChecker());
}

/**
 * @param {ts.ClassDeclaration} client
 * @param {ts.TypeChecker} checker
 * @returns {TypeScriptClient}
 */
function readClient(client, checker) {
  const isPublic = (/** @type {ts.ClassElement} */ { name }) => name !== undefined && ts.isIdentifier(name);
  const members = client.members.filter(isPublic);
  const context = { checker, common: commonOptions(client, checker) };
  return {
    methods: members
      .filter(ts.isPropertyDeclaration)
      // Errors, webhooks and private fields are no resources, which all have their type.
      .filter(({ name, type, modifiers = [] }) => ts.isIdentifier(name) && type !== undefined && modifiers.length === 1)
      .flatMap((field) => readResource(checker.getTypeAtLocation(field), [field.name.getText()], context)),
    helpers: members.filter(ts.isMethodDeclaration).map(({ name }) => name.getText()),
  };
}

/**
 * The options that every method takes: those of the client's own method.
 * @param {ts.ClassDeclaration} client
 * @param {ts.TypeChecker} checker
 */
function commonOptions(client, checker) {
  const helper = client.members.filter(ts.isMethodDeclaration).find(({ name }) => name.getText() === 'request');
  const options = helper?.parameters.find(isOptions);
  return new Set(options === undefined ? [] : fieldsOf(options, checker)?.map(({ name }) => name));
}

/** @param {ts.ParameterDeclaration} parameter */
const isOptions = ({ name }) => name.getText() === 'options';

/**
 * @param {ts.Type} type
 * @param {string[]} path
 * @param {{ checker: ts.TypeChecker, common: Set<string> }} context
 * @returns {TypeScriptMethod[]}
 */
function readResource(type, path, context) {
  return type.getProperties().flatMap((property) => {
    const declaration = property.valueDeclaration;
    if (declaration === undefined) return [];
    const inner = context.checker.getTypeOfSymbolAtLocation(property, declaration);
    const full = [...path, property.getName()];
    const [signature] = inner.getCallSignatures();
    if (signature === undefined) return readResource(inner, full, context);
    return [readMethod(full.join('.'), { signature, declaration }, context)];
  });
}

/**
 * @param {string} fullName
 * @param {{ signature: ts.Signature, declaration: ts.Declaration }} found
 * @param {{ checker: ts.TypeChecker, common: Set<string> }} context
 * @returns {TypeScriptMethod}
 */
function readMethod(fullName, { signature, declaration }, { checker, common }) {
  const parameters = signature.getDeclaration().parameters;
  const options = parameters.find(isOptions);
  const own = (options && fieldsOf(options, checker)) ?? [];
  const returned = signature.getDeclaration().type?.getText() ?? checker.typeToString(signature.getReturnType());
  return {
    fullName,
    endpoint: endpointIn(declaration),
    parameters: parameters
      .filter((parameter) => !isOptions(parameter))
      .map((parameter) => ({ name: parameter.name.getText(), fields: fieldsOf(parameter, checker) })),
    ownOptions: own.map(({ name }) => name).filter((name) => !common.has(name)),
    // With the parameter `fields`, items are reduced; their kind stays.
    returns: returned.replace(/Chosen<(\w+), Fields>/, '$1'),
  };
}

/**
 * The fields of a parameter that is an object, those that it needs first.
 * @param {ts.ParameterDeclaration} parameter
 * @param {ts.TypeChecker} checker
 */
function fieldsOf(parameter, checker) {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(parameter));
  if (type.flags & ts.TypeFlags.StringLike) return undefined;
  return checker.getPropertiesOfType(type).map((property) => ({
    name: property.getName(),
    required: (property.flags & ts.SymbolFlags.Optional) === 0,
  }));
}

/**
 * The endpoint that a method's code names.
 * @param {ts.Node} node
 * @returns {string | undefined}
 */
function endpointIn(node) {
  if (ts.isStringLiteral(node) && /^(GET|POST|PUT|PATCH|DELETE) \//.test(node.text)) return node.text;
  return ts.forEachChild(node, endpointIn);
}

/** The files of `parley.types`. */

import { eventParts } from './events.mjs';
import { importOf, pythonFile, TYPING } from './format.mjs';
import { enumParts, paramParts } from './params.mjs';
import { resultParts } from './results.mjs';
import { webhookParts } from './webhooks.mjs';

/**
 * @import { Context, Part } from './results.mjs'
 */

/** @param {Part[]} parts */
const sourceOf = (parts) => parts.map(({ lines }) => lines.join('\n')).join('\n');

/** @param {Part[]} parts */
const namesOf = (parts) => parts.map(({ name }) => name);

/** Result of a method whose answer is only a sentence. */
const CONFIRMATION = {
  name: 'Confirmation',
  lines: [
    '@dataclass(frozen=True)',
    'class Confirmation(Model):',
    '    """The result of a method that returns only a sentence for a person."""',
    '',
    '    message: str',
    '    """One sentence that says what was done."""',
  ],
};

/** The base class of all events. */
const EVENT = {
  name: 'Event',
  lines: [
    '@dataclass(frozen=True)',
    'class Event(Model):',
    '    """An event of a stream."""',
    '',
    '    _names: ClassVar[Mapping[str, str]] = {}',
    '',
    '    id: str',
    '    """Its place: pass the last one as `last_event_id` to continue after it."""',
    '    type: str',
    '    """Its kind, such as `message.delta`."""',
  ],
};

/**
 * The files by their names, and every public name of the package.
 * @param {Context} context
 * @param {string} used code that uses enumerations: the signatures of methods
 */
export function typeFiles(context, used) {
  const results = [CONFIRMATION, ...resultParts(context)];
  const events = [EVENT, ...eventParts(context)];
  const params = paramParts(context);
  const webhooks = webhookParts(context);
  const code = sourceOf([...results, ...events, ...params]) + used;
  const enums = enumParts(context).filter(({ name }) => name === 'ErrorCode' || new RegExp(`\\b${name}\\b`).test(code));
  const modules = { literals: enums, params, results, events, webhooks };
  refuseSameNames(modules);
  const docs = {
    literals: 'The values that enumerations have. A result may have others, of a newer service.',
    params: 'The objects inside the bodies of requests.',
    results: 'Results of methods.',
    events: 'The events of streams.',
    webhooks: 'The events of workspaces, as webhooks get them: JSON.',
  };
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const name of /** @type {const} */ (['literals', 'params', 'results', 'events', 'webhooks'])) {
    files.set(`${name}.py`, fileOf({ doc: docs[name], parts: modules[name], own: name, modules }));
  }
  files.set('__init__.py', indexFile(modules));
  return { files, names: publicNames(modules) };
}

/**
 * Throws if two types have one name: their modules would import each other.
 * @param {Record<string, Part[]>} modules
 */
function refuseSameNames(modules) {
  const names = Object.values(modules).flatMap(namesOf);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`${twice} names two types: give one of them another title`);
}

/** @param {Record<string, Part[]>} modules */
const publicNames = (modules) =>
  Object.values(modules)
    .flatMap(namesOf)
    .filter((name) => !/^[A-Z_]+$/.test(name));

/** @param {{ doc: string, parts: Part[], own: string, modules: Record<string, Part[]> }} file */
function fileOf({ doc, parts, own, modules }) {
  const code = sourceOf(parts);
  const others = Object.entries(modules).filter(([module]) => module !== own);
  const lines =
    own === 'literals'
      ? [parts.flatMap((part, index) => (index === 0 ? part.lines : ['', ...part.lines]))]
      : parts.map((part) => part.lines);
  return pythonFile({
    doc,
    imports: [
      [
        importOf('dataclasses', ['dataclass', 'field'], code),
        // A result may have a field that is called date.
        importOf('datetime', own === 'params' ? ['date', 'datetime'] : ['datetime'], code),
        importOf('typing', ['ClassVar', ...TYPING], code),
      ],
      [
        importOf('.._model', ['Model'], code),
        ...others.map(([module, list]) => importOf(`.${module}`, namesOf(list), code)),
      ],
    ],
    parts: lines,
  });
}

/** @param {Record<string, Part[]>} modules */
function indexFile(modules) {
  const all = ['Unknown', ...publicNames(modules)].sort();
  const imports = Object.entries(modules)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([module, parts]) => importOf(`.${module}`, publicNames({ module: parts }), all.join('\n')));
  const exported = ['__all__ = [', ...all.map((name) => `    "${name}",`), ']'];
  return pythonFile({
    doc: 'The types of everything that methods take and return.',
    imports: [[['from .._model import Unknown'], ...imports]],
    parts: [exported],
  }).replace('\n\n\n__all__', '\n\n__all__');
}

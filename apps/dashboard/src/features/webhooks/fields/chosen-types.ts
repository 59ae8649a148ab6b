import { eventWords, thingOf } from '../../events/event-words.ts';

const allTypes = Object.keys(eventWords);

/** Every type of event by what it is about: `agent` → `agent.created`, … */
export const typesByThing: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set(allTypes.map(thingOf))].map((thing) => [thing, allTypes.filter((type) => thingOf(type) === thing)]),
);

/** Returns whether all, some or no types of a thing are chosen. */
export function stateOfThing(chosen: readonly string[], thing: string): 'all' | 'some' | 'none' {
  if (chosen.includes(`${thing}.*`)) return 'all';
  return chosen.some((type) => thingOf(type) === thing) ? 'some' : 'none';
}

/** True if a type is chosen, by itself or with all of its thing. */
export const isChosen = (chosen: readonly string[], type: string): boolean =>
  chosen.includes(type) || chosen.includes(`${thingOf(type)}.*`);

/** Chooses all types of a thing, or none of them. `agent.*` also means types of later versions. */
export function toggleThing(chosen: readonly string[], thing: string): string[] {
  const others = chosen.filter((type) => thingOf(type) !== thing);
  return stateOfThing(chosen, thing) === 'all' ? others : [...others, `${thing}.*`];
}

/** Chooses a type, or no longer. */
export function toggleType(chosen: readonly string[], type: string): string[] {
  if (!isChosen(chosen, type)) return [...chosen, type];
  const thing = thingOf(type);
  const siblings = chosen.includes(`${thing}.*`) ? (typesByThing.get(thing) ?? []) : [];
  return [...new Set([...chosen.filter((each) => each !== `${thing}.*`), ...siblings])].filter((each) => each !== type);
}

/** The types with all words of a search, by thing; those of a thing that matches are all there. */
export function findTypes(search: string): [thing: string, types: readonly string[]][] {
  const words = search.trim().toLowerCase().split(/\s+/);
  const fits = (type: string) => {
    const text = `${type} ${eventWords[type]?.did ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return [...typesByThing]
    .map(([thing, types]): [string, readonly string[]] => [thing, types.filter(fits)])
    .filter(([, types]) => types.length > 0);
}

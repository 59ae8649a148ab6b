import { row } from '../fixtures/people.ts';
import { noteRow } from '../fixtures/team-rows.ts';
import type { Draft, Where } from './draft.ts';
import type { World } from './world.ts';

let made = 0;

/** A note of the caller, if possible, on a conversation of its own or on `parent`. */
export function note({ service: { db }, sites }: World, { place, by, parent }: Where, talk: Draft): Draft {
  const { workspace, marker, owner } = sites[place];
  const { table, values, first = [], after = [] } = talk;
  const author = by.roles[place] === undefined ? owner : (by.user ?? owner);
  const of = { workspace, conversation: parent ?? values.id };
  // Each entry of a conversation has a version of its own.
  made += 1;
  const texts = { actor: JSON.stringify({ user: author.id }), data: JSON.stringify({ text: marker, mentions: [] }) };
  return {
    table: 'conversation_entries',
    values: noteRow(of, { ...texts, version: 1_000_000 + made }),
    first: parent === undefined ? [...first, row(db, table, values), ...after] : [],
  };
}

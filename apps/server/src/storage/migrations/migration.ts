import type { Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Tables } from '../tables.ts';
import type { Compilable } from '../unit.ts';

/** One step of the schema. It is a unit of work: its statements run in order, all or none. */
export interface Migration {
  /** Numbered and unique: `0001-foundation`. */
  readonly name: string;
  /** The statements. `engine` serves only what the engines can't share (full-text search, collations). */
  up(query: Kysely<Tables>, engine: Engine): readonly Compilable[];
}

import type { Actor } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import { sourceLimits } from '../../../schemas/source-limits.ts';
import { csvOf } from '../../../text/csv/csv.ts';
import { type ReadPairs, readPairs } from '../../../text/csv/read-pairs.ts';
import { getSource } from '../access.ts';
import { failures, StaleSource } from '../failures.ts';
import type { SourceNeeds } from '../needs.ts';
import type { PairImport, PairImportResult } from './csv-schema.ts';
import { type changingPairs, fullOfPairs, getQa } from './service.ts';
import * as store from './store.ts';

/** Attempts at an import while others change the same pairs. */
const attempts = 5;

export type PairFiles = ReturnType<typeof createPairFiles>;

/** Reads pairs from CSV, and writes them as CSV. */
export function createPairFiles(needs: SourceNeeds, changing: ReturnType<typeof changingPairs>) {
  const { db, now, newId } = needs;

  const write = async (actor: Actor, of: { workspace: string; source: string; requests: number }, read: ReadPairs) => {
    const { workspace, source, requests } = of;
    const { requested, ...rest } = changing(actor, workspace, { source });
    const time = now();
    await db.write({
      // Others that have changed pairs since they were read have asked for a sync, too.
      unchanged: store.isAt(db, workspace, { id: source, requests }, () => new StaleSource()),
      requested,
      ...rest,
      added: store.insertPairs(db, workspace, { source, pairs: read.added, now: time, newId }),
      updated: read.changed.map(({ id, ...changes }) =>
        store.update(db, workspace, { id, source, changes, now: time }, failures.noPair),
      ),
    });
  };

  const once = async (actor: Actor, source: string, { csv, dryRun = false }: PairImport): Promise<PairImportResult> => {
    const workspace = await getQa(db, actor, source);
    const requests = await store.requestsOf(db, workspace, source);
    const known = await store.allPairs(db, workspace, source);
    const read = readPairs(csv, known, sourceLimits);
    const { added, changed, unchanged, errors } = read;
    if (errors.length === 0 && known.length + added.length > sourceLimits.pairs) throw fullOfPairs();
    const result = { created: added.length, updated: changed.length, unchanged, errors: [...errors] };
    if (dryRun) return result;
    if (errors.length > 0) {
      const details = errors.map(({ line, message }) => ({ path: `line ${line}`, message }));
      const [first] = details;
      throw new AppError('validation_failed', `The CSV is wrong in ${first?.path}: ${first?.message}`, {
        ...{ details, hint: 'Nothing was imported. dryRun=true lists what is wrong.' },
      });
    }
    if (added.length + changed.length > 0) await write(actor, { workspace, source, requests }, read);
    return result;
  };

  return {
    /** Adds the pairs of a CSV, and changes those that it has by ID or question: all of them or none. */
    importCsv: async (actor: Actor, source: string, body: PairImport): Promise<PairImportResult> => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(actor, source, body);
        } catch (error) {
          if (!(error instanceof StaleSource) || attempt === attempts) throw error;
        }
      }
    },

    /** Returns all pairs as CSV, which an import takes back. */
    exportCsv: async (actor: Actor, source: string): Promise<{ csv: string }> => {
      const { workspace } = await getSource(db, actor, { id: source, permission: 'agents:read' });
      const pairs = await store.allPairs(db, workspace, source);
      const rows = pairs.map(({ id, question, answer }) => [id, question, answer]);
      return { csv: csvOf([['id', 'question', 'answer'], ...rows]) };
    },
  };
}

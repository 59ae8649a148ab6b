import type { Actor } from '../../access/actor.ts';
import type { Along } from '../../storage/unit.ts';
import { conflict } from './checks.ts';
import type { AgentNeeds, CreatedAgent } from './needs.ts';
import { createInsertion } from './new-agent.ts';
import type { Agent } from './schema.ts';
import type { Agents } from './service.ts';
import type { AgentCopy } from './upsert-schema.ts';

/** Max attempts of a copy whose original loses a source, a tool or a team meanwhile. */
const maxAttempts = 3;

/** Max characters of a name. */
const maxName = 200;

const suffix = ' (copy)';

type Needs = Pick<AgentNeeds, 'db' | 'now' | 'newId' | 'record' | 'room' | 'demandTeam'> & {
  readonly agents: Pick<Agents, 'read'>;
};

/** Creates the function that copies an agent with all of its settings. Channels and conversations aren't copied. */
export function createDuplicate({ agents, now, newId, ...needs }: Needs) {
  const insert = createInsertion(needs);

  const once = async (actor: Actor, id: string, { copy, along }: Copying) => {
    // As an update, which returns the agent, too, it needs no permission to read.
    const original = JSON.parse((await agents.read(actor, id, 'agents:write')).json) as Agent;
    const time = new Date(now()).toISOString();
    const own = { name: copy.name ?? copiedName(original.name), externalId: copy.externalId ?? null };
    const agent = { ...original, ...own, _id: newId('agent'), createdAt: time, updatedAt: time };
    const stale = () => new StaleOriginal();
    return insert(actor, agent, { along, sourceMissing: stale, toolMissing: stale, teamMissing: stale });
  };

  return async (actor: Actor, id: string, copying: Copying): Promise<CreatedAgent> => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      try {
        return await once(actor, id, copying);
      } catch (error) {
        if (!(error instanceof StaleOriginal)) throw error;
      }
    }
    throw conflict();
  };
}

/** Fields of the copy that differ, and statements to add to the unit of work. */
interface Copying {
  readonly copy: AgentCopy;
  readonly along: Along<CreatedAgent>;
}

/** The name of a copy: that of the original, shortened if both would be too long. */
const copiedName = (name: string) => `${[...name.trim()].slice(0, maxName - suffix.length).join('')}${suffix}`;

/** The original has lost a source, a tool or a team since it was read. */
class StaleOriginal extends Error {}

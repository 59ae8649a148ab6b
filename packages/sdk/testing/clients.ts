import { Parley } from '../src/client.ts';
import { type Api, createApi } from '../src/core/api.ts';
import { createTransport } from '../src/core/send.ts';
import { type ParleyOptions, readSettings } from '../src/core/settings.ts';
import { createSessions } from '../src/resources/account/sessions.ts';
import { createAgents } from '../src/resources/agents.ts';
import { createConversations } from '../src/resources/conversations.ts';
import { createEvents } from '../src/resources/events.ts';
import { createInvitations } from '../src/resources/invitations.ts';
import { createMessages } from '../src/resources/messages.ts';

/** Not a real key: the checksum is wrong. */
export const key = `parley_${'k'.repeat(38)}`;

/** A client of a test server. */
export const client = (baseURL: string, options: ParleyOptions = {}) =>
  new Parley({ apiKey: key, baseURL, ...options });

/** The same operations with a fixed random number, and with waits that are recorded instead of waited for. */
export function patientClient(baseURL: string, options: ParleyOptions = {}) {
  const waits: number[] = [];
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds);
  };
  const settings = readSettings({ apiKey: key, baseURL, ...options });
  const api: Api = createApi(createTransport(settings, { random: () => 0.5, wait }));
  return {
    agents: createAgents(api),
    conversations: createConversations(api),
    events: createEvents(api),
    invitations: createInvitations(api),
    messages: createMessages(api),
    sessions: createSessions(api),
    waits,
  };
}

/** The rejection of a promise; fails the test if it was not rejected. */
export async function failureOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('Expected a failure.');
}

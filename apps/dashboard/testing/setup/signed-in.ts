import type { Parley } from '@parley/sdk';
import type { Browser } from './browser.ts';
import { type Server, sessionClient } from './server.ts';

/** A password of sufficient length. */
export const password = 'four words make a pass';

/** Creates the first owner without the browser; returns their client. */
export async function setUp(server: Pick<Server, 'url' | 'setupLink'>, email = 'ada@example.com'): Promise<Parley> {
  const client = sessionClient(server.url);
  const token = server.setupLink.slice(server.setupLink.indexOf('#token=') + '#token='.length);
  await client.setup.complete({ token, email, password, name: 'Ada Lovelace', workspaceName: 'Analytical Engines' });
  return client;
}

/** Signs the browser in, by a request instead of the page, and opens Home. */
export async function signInAt({ context, page }: Browser, url: string, email = 'ada@example.com'): Promise<void> {
  const answer = await context.request.post(`${url}/api/session`, {
    data: { email, password },
    headers: { origin: url },
  });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`);
  await page.goto(url);
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
}

/** Creates enough agents for several pages, of every kind. */
export async function makeAgents(client: Parley, count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    const agent = await client.agents.create({
      name: `Agent ${String(index).padStart(2, '0')}`,
      description: index % 3 === 0 ? '' : `Answers questions about part ${index} of the engine.`,
      model: index % 2 === 0 ? 'builtin/echo' : 'builtin/extract',
    });
    if (index % 4 === 0) await client.agents.update(agent._id, { status: 'inactive' });
  }
}

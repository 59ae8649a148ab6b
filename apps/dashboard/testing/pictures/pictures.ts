import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { conducted } from '../../../server/testing/servers/fake-provider.ts';
import { cites, type Instance, model } from './instance.ts';
import { playground, shopPage, visit } from './texts.ts';

/** Opens what a picture shows; returns what must be done after it. */
type Prepare = (page: Page, instance: Instance) => Promise<(() => Promise<void>) | undefined>;

const home: Prepare = async (page, { server }) => {
  await page.goto(server.url);
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  await page.getByRole('columnheader', { name: 'Good', exact: true }).waitFor({ state: 'attached' });
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  return undefined;
};

/** An answer under way, beside the form of the agent. */
const answering: Prepare = async (page, { server, provider, agent }) => {
  const answer = conducted();
  provider.play(model, answer.play);
  await page.goto(`${server.url}/agents/${agent._id}`);
  await page.getByText('All changes saved').waitFor();
  const place = page.getByRole('complementary', { name: 'Playground' });
  await place.getByLabel(`Message to ${agent.name}`).fill(playground.question);
  await page.keyboard.press('Enter');
  await answer.begun;
  for (const text of playground.answer) answer.say(text);
  await place.getByText('the frame is').waitFor();
  return async () => answer.end();
};

const conversation: Prepare = async (page, { server, conversation }) => {
  await page.goto(`${server.url}/conversations/${conversation}`);
  await page.getByText('Both are easy').first().waitFor();
  await page
    .getByRole('button', { name: /^Source 2/ })
    .first()
    .click();
  await page.getByText('The source still says so').waitFor();
  return undefined;
};

/** The widget on the page of a shop, on another origin. */
const widget: Prepare = async (page, { server, provider, channel }) => {
  provider.play(model, cites(...visit.answer));
  const script = `<script async src="${server.url}/widget.js" data-channel="${channel}"></script>`;
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shopPage(script));
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
  await page.getByRole('button', { name: 'Open chat' }).click();
  const chat = page.frameLocator(`[data-parley="${channel}"] iframe`);
  await chat.getByRole('textbox').fill(visit.question);
  await chat.getByRole('textbox').press('Enter');
  await chat.getByText('2 working days', { exact: true }).waitFor();
  return async () => {
    site.closeAllConnections();
    site.close();
  };
};

/** The pictures by their name in docs/pictures/; each is taken in the light and in the dark scheme. */
export const pictures: Readonly<Record<string, Prepare>> = { conversation, widget, playground: answering, home };

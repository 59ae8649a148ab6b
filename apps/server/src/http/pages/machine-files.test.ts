import { describe, expect, it } from 'vitest';
import { service } from '../../../testing/harness.ts';
import { endpointsOf } from '../../../testing/matrix/routes.ts';
import { llmsText } from './machine-files.ts';

const contact = 'mailto:security@example.com';
const publicUrl = 'https://parley.example.com';
const paths = ['/llms.txt', '/robots.txt', '/docs/operations.md', '/docs/errors.md'];

/** The targets of the links of a Markdown text. */
const linksOf = (text: string) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);

describe('files for programs', () => {
  const parley = service('sqlite', { environment: { PUBLIC_URL: publicUrl, PARLEY_SECURITY_CONTACT: contact } });
  const get = (path: string, init?: RequestInit) => fetch(`${parley.url}${path}`, init);

  it.each([...paths, '/.well-known/security.txt'])('%s needs no key and takes GET only', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(
      path.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'text/plain; charset=utf-8',
    );
    expect((await response.text()).endsWith('\n')).toBe(true);
    expect((await get(path, { method: 'HEAD' })).status).toBe(200);
    const refused = await get(path, { method: 'POST' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('llms.txt has a title, a summary and sections of links, and each link of this instance works', async () => {
    const text = await (await get('/llms.txt')).text();
    expect(text).toMatch(/^# Parley\n\n> \S.*\n\n/);
    const [head = '', ...sections] = text.split(/^## /m);
    expect(linksOf(head)).toEqual([]);
    expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(['API', 'Optional']);
    const lines = sections.flatMap((section) => section.trim().split('\n').slice(2));
    expect(lines.filter((line) => !/^- \[[^\]]+\]\(https:\/\/[^)]+\): \S/.test(line))).toEqual([]);
    for (const link of linksOf(text)) {
      expect(link.startsWith(`${publicUrl}/`)).toBe(true);
      const found = await get(link.slice(publicUrl.length), { headers: { accept: '*/*' } });
      expect([link, found.status]).toEqual([link, 200]);
      await found.arrayBuffer();
    }
  });

  it('operations.md names every operation once', async () => {
    const text = await (await get('/docs/operations.md')).text();
    const lines = text.split('\n').filter((line) => line.startsWith('- '));
    const listed = lines.map((line) => /^- `(?<route>[A-Z]+ [^`]+)`: \S/.exec(line)?.groups?.['route']);
    const declared = endpointsOf(parley.features).map(
      ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(listed.sort()).toEqual(declared.sort());
    expect(text).toContain('- `POST /api/agents/{id}/chat`: ');
    expect(text).toContain('(`client.agents.chat`)');
  });

  it('security.txt has the contact, and expires less than a year ahead', async () => {
    const text = () => get('/.well-known/security.txt').then((response) => response.text());
    const { expires = '' } =
      /^Contact: mailto:security@example\.com\nExpires: (?<expires>.+)\nCanonical: https:\/\/parley\.example\.com\/\.well-known\/security\.txt\n$/.exec(
        await text(),
      )?.groups ?? {};
    const days = (Date.parse(expires) - parley.now()) / 86_400_000;
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThanOrEqual(180);
    parley.advance(2 * 86_400_000);
    expect(await text()).not.toContain(expires);
  });

  it('robots.txt closes the dashboard and leaves the documentation and chats open', async () => {
    const lines = (await (await get('/robots.txt')).text()).trim().split('\n');
    expect(lines[0]).toBe('User-agent: *');
    expect(lines.at(-1)).toBe('Disallow: /');
    expect(lines).toContain('Allow: /docs');
    expect(lines).toContain('Allow: /chat/');
  });
});

describe('without a contact', () => {
  const parley = service('sqlite');

  it.each(['*/*', 'text/html'])('security.txt is a 404 in JSON for %s', async (accept) => {
    const response = await fetch(`${parley.url}/.well-known/security.txt`, { headers: { accept } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, code: 'route_not_found' });
  });
});

it('llms.txt links the clients that the instance offers', () => {
  const files = { publicUrl, version: '1.2.3', clients: { sdk: true, python: true } };
  const links = linksOf(llmsText(files)).filter((link) => link.includes('/sdk/'));
  expect(links).toEqual([`${publicUrl}/sdk/parley-sdk.json`, `${publicUrl}/sdk/parley-python.json`]);
});

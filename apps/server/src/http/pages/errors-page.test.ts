import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offendersOf } from '../../../testing/offenders/offenders.ts';
import { bareServer } from '../../../testing/servers/bare-server.ts';
import { clientGuide } from '../error-guide/clients.ts';
import { guide, sections } from '../error-guide/guide.ts';
import { errorsMarkdown } from '../error-guide/markdown.ts';
import { statusOf } from '../statuses.ts';
import { addErrorsPage } from './errors-page.ts';

const codes = Object.keys(statusOf);

describe('the guide to errors', () => {
  it('has every code once, under a heading', () => {
    expect(sections.flatMap((section) => section.codes).sort()).toEqual([...codes].sort());
  });

  it('says of each in sentences what is wrong, why, and what to do', async () => {
    const offenders = await offendersOf(
      Object.entries(guide),
      ([code]) => code,
      ([, entry]) => {
        expect(entry.error).toMatch(/^\S.*\.$/);
        for (const text of [entry.cause, entry.cure]) expect(text).toMatch(/^[A-Z`].*\.$/);
        if (entry.hint !== undefined) expect(entry.hint).toMatch(/^[A-Z].*\.$/);
      },
    );
    expect(offenders).toEqual([]);
  });

  it('is committed as docs/errors.md', () => {
    expect(readFileSync(new URL('../../../../../docs/errors.md', import.meta.url), 'utf8')).toBe(errorsMarkdown());
  });
});

describe('the page of errors', () => {
  let app: FastifyInstance;
  let page: Awaited<ReturnType<FastifyInstance['inject']>>;
  beforeAll(async () => {
    app = await bareServer();
    addErrorsPage(app);
    page = await app.inject('/docs/errors');
  });
  afterAll(() => app.close());

  it('needs no key and no script, and loads nothing', () => {
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src|unsafe|https?:|\*/);
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(page.body) ?? [];
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}';`);
    expect(page.body).not.toMatch(/<script|https?:\/\//);
  });

  it('has an anchor for every code, with its status', () => {
    const found = [...page.body.matchAll(/<section id="(\w+)">[\s\S]*?Status (\d+)/g)];
    const statuses = Object.fromEntries(found.map(([, code = '', status]) => [code, Number(status)]));
    expect(statuses).toEqual(statusOf);
    for (const code of codes) expect(page.body).toContain(`href="#${code}"`);
  });

  it('has an anchor for every code that the clients raise themselves', () => {
    for (const code of Object.keys(clientGuide)) {
      expect(page.body).toContain(`<section id="client-${code}">`);
      expect(page.body).toContain(`href="#client-${code}"`);
    }
  });

  it('refuses other methods', async () => {
    const refused = await app.inject({ method: 'POST', url: '/docs/errors' });
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

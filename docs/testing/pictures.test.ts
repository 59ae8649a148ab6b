import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** The pages of the repository, by their path. */
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

/** The pictures of each page: where each is, and its text for those who don't see it. */
const shown = pages.flatMap((page) => {
  const markdown = readFileSync(join(root, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const found = [
    ...markdown.matchAll(/!\[(?<alt>[^\]]*)\]\((?<at>[^)\s]+)\)/g),
    ...markdown.matchAll(/<img src="(?<at>[^"]+)"(?: alt="(?<alt>[^"]*)")?/g),
    ...markdown.matchAll(/<source [^>]*srcset="(?<at>[^"]+)"/g),
  ];
  return found.map(({ 0: text, groups = {} }) => {
    return {
      page,
      at: join(dirname(page), groups['at'] ?? ''),
      alt: groups['alt'],
      isSource: text.startsWith('<source'),
    };
  });
});

describe('pictures of the pages', () => {
  it('are there, with a text for those who do not see them', () => {
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter(({ at }) => !existsSync(join(root, at)))).toEqual([]);
    expect(shown.filter(({ alt = '', isSource }) => !isSource && alt.length < 20)).toEqual([]);
  });

  it('are all shown', () => {
    const folder = 'docs/pictures';
    const files = readdirSync(join(root, folder));
    const places = new Set(shown.map(({ at }) => at));
    expect(files.map((name) => `${folder}/${name}`).filter((file) => !places.has(file))).toEqual([]);
  });

  it('are not more than a clone should download', () => {
    const folder = join(root, 'docs/pictures');
    const bytes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000);
  });
});

import type { Crawler } from '../../../../crawl/crawler.ts';
import type { SitePage, SiteSummary } from '../../../../crawl/site/site-types.ts';
import { sourceErrorCodes } from '../../../../extract/document.ts';
import type { Collecting, Collector, Sink } from './collect.ts';

/** Reads the page of a source: one document. */
export const collectPage =
  (crawler: Crawler): Collector =>
  async ({ source, known, signal, aside, reader }, sink) => {
    const address = source.settings.url ?? '';
    const before = known.get(address);
    const { etag = null, lastModified = null } = before?.status === 'ready' ? before : {};
    await sink.progress({ done: 0, total: 1, unit: 'pages' });
    const page = await crawler.page(address, { signal, aside, reader, etag, lastModified });
    if (page.unchanged) return sink.same(address);
    for (const warning of page.warnings) sink.warn(warning);
    const { title, text, marks } = page.document;
    await sink.document({
      ...{ key: address, url: page.url, title: title === '' ? address : title, text, marks },
      ...{ etag: page.etag, lastModified: page.lastModified, links: null, position: 0 },
    });
  };

/** Reads the pages of a site: a document for each, by its address. */
export const collectSite =
  (crawler: Crawler): Collector =>
  async (of, sink) => {
    const { url, include, exclude, maxPages, maxDepth } = of.source.settings;
    const take = taking(of, sink);
    const settings = {
      ...{ url: url ?? '', include, exclude },
      ...(maxPages !== null && { maxPages }),
      ...(maxDepth !== null && { maxDepth }),
    };
    const summary = await crawler.site(settings, {
      ...{ signal: of.signal, aside: of.aside, reader: of.reader },
      known: (address) => {
        const page = of.known.get(address);
        if (page === undefined || page.status !== 'ready') return undefined;
        const { etag, lastModified, hash, links } = page;
        return { etag, lastModified, hash, ...(links !== null && { links: JSON.parse(links) as string[] }) };
      },
      onPage: take.page,
      onProgress: take.progress,
      ...of.checkpoints,
    });
    await take.progressed();
    if (summary.rest !== null) return of.checkpoints.stop(summary.rest, summary.wait);
    tell(summary, sink);
  };

/** Takes pages in order; the crawl waits for each. */
function taking({ known }: Collecting, sink: Sink) {
  let latest: { readonly done: number; readonly total: number; readonly unit: 'pages' } | undefined;
  return {
    progress: (progress: NonNullable<typeof latest>): void => {
      latest = progress;
    },
    /** Notes how far the crawl is, also if its last pages had no content. */
    progressed: async (): Promise<void> => {
      if (latest !== undefined) await sink.progress(latest);
    },
    page: async (page: SitePage): Promise<void> => {
      if (latest !== undefined) await sink.progress(latest);
      const { url, position } = page;
      if (page.unchanged) return sink.same(url);
      for (const warning of page.warnings) sink.warn({ ...warning, message: `${url}: ${warning.message}` });
      const { title, text, marks } = page.document;
      await sink.document({
        ...{
          key: url,
          url,
          title: title === '' ? url : title,
          text,
          marks,
          position: known.get(url)?.position ?? position,
        },
        ...{ etag: page.etag, lastModified: page.lastModified, links: JSON.stringify(page.links) },
      });
    },
  };
}

/** Tells which pages were left out, and what stopped the crawl. */
function tell({ skipped, skippedCount, left, truncated }: SiteSummary, sink: Sink): void {
  if (truncated !== null) sink.warn({ code: 'truncated', message: truncated });
  for (const { url, code, reason } of skipped) {
    const status = (sourceErrorCodes as readonly string[]).includes(code) ? 'failed' : 'skipped';
    sink.skip({ key: url, url, title: url, status, problem: { code, message: reason }, keep: false });
  }
  const { trap = 0 } = left;
  if (trap > 0) {
    const message = `${trap} addresses were not visited, because sites make such addresses without end.`;
    sink.warn({ code: 'trap', message: `${message} The documents that were left out name them.` });
  }
  if (skippedCount > skipped.length) {
    const parts = Object.entries(left).map(([code, count]) => `${count} ${code}`);
    const message = `${skippedCount} pages were left out; ${skipped.length} are listed. By code: ${parts.join(', ')}.`;
    sink.warn({ code: 'pages_skipped', message });
  }
}

import { exportSchemas, exportVersion } from '@datchain/shared/contracts/public-export.ts';
import { toJsonSchema } from '@valibot/to-json-schema';
import { type PlannedOutline, rowChangedAt } from '../rows/outline.ts';
import { marketRow } from '../snapshot.ts';
import { catalogueHref, writeCatalogue } from '../views/dats/catalogue.ts';
import { booksFile } from './books.ts';
import { jsonText } from './json-text.ts';
import { marketFile } from './records.ts';
import { sitemapFiles, sitemapIndexXml, sitemapXml } from './sitemap.ts';

const schemaFile = () => ({
  version: exportVersion,
  files: Object.fromEntries(
    Object.entries(exportSchemas).map(([file, schema]) => [file, toJsonSchema(schema)]),
  ),
});

/** Maps the path of each export file that has no part per DAT to a function that writes it. @param site the site's address */
export function dataFiles(outline: PlannedOutline, site: URL): Map<string, () => string> {
  const sitemaps = sitemapFiles(outline);
  return new Map([
    ['data/v1/market.json', () => jsonText(marketFile(outline, rowChangedAt(outline, marketRow)))],
    ['data/v1/books.json', () => jsonText(booksFile(outline))],
    ['data/v1/schema.json', () => jsonText(schemaFile())],
    // The filter of /dats searches this file. Its address is fixed, so that no page changes with it.
    [catalogueHref.slice(1), () => JSON.stringify(writeCatalogue(outline.shown))],
    ['sitemap.xml', () => sitemapIndexXml(sitemaps.length, site)],
    ...sitemaps.map((entries, at): [string, () => string] => [
      `sitemap/${at + 1}.xml`,
      () => sitemapXml(entries, site),
    ]),
  ]);
}

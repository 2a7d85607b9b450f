import { outline } from '../build-data.ts';
import { publicBriefs } from '../rows/outline.ts';
import { writeCatalogue } from '../views/dats/catalogue.ts';

/** What the filter of /dats searches. Its address stays, so that no page changes with it. */
export const GET = (): Response => Response.json(writeCatalogue(publicBriefs(outline)));

import { snapshot } from '../load-snapshot.ts';
import { catalogueEntry, writeCatalogue } from '../views/dats/catalogue.ts';

/** What the filter of /dats searches. Its address stays, so that no page changes with it. */
export const GET = (): Response => {
  const { dats, figures } = snapshot;
  const entries = dats.map((dat) => catalogueEntry(dat, figures[dat.id]?.totalStreams));
  return Response.json(writeCatalogue(entries));
};

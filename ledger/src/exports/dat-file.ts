import { outline, readDatFigures, readWork } from '../build-data.ts';
import { findLastChange, type GivenDat } from '../rows/dat-brief.ts';
import { jsonText } from './json-text.ts';
import { datFile } from './records.ts';

/** Returns the text of /data/v1/dats/{id}.json. @param site the site's address */
export function datFileText(given: GivenDat, site: URL): string {
  const { id, totalStreams } = given;
  const { previews } = outline;
  const known = { totalStreams, changedAt: findLastChange([given]), previews, site };
  return jsonText(datFile(readWork(id), readDatFigures(id), known));
}

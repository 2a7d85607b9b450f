import { briefOf, figuresOf, outline, workOf } from '../build-data.ts';
import { lastChangeOf } from '../rows/dat-brief.ts';
import { jsonText } from './json-text.ts';
import { datFile } from './records.ts';

/**
 * What /data/v1/dats/{id}.json says.
 *
 * @param site the address of the site
 */
export function datFileText(id: string, site: URL): string {
  const brief = briefOf(id);
  const { previews } = outline;
  const known = { ...brief, changedAt: lastChangeOf([brief]), previews, site };
  return jsonText(datFile(workOf(id), figuresOf(id), known));
}

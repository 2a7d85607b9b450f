/**
 * A rebuild in a process of its own, so that it can be killed:
 *   node rebuild-once.ts <file with the public data> <folder of the site>
 */
import { readFileSync } from 'node:fs';
import { rebuildSite } from '../rebuild.ts';

const [dataFile = '', siteDir = ''] = process.argv.slice(2);
await rebuildSite({
  siteDir,
  log: (line) => console.log(line),
  read: async () => JSON.parse(readFileSync(dataFile, 'utf8')),
  portalDir: `${siteDir}-no-portal`,
});

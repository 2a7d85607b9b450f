/**
 * A rebuild in a process of its own, so that it can be killed:
 *   node rebuild-once.ts <file with what the databases hold> <folder of the site>
 */
import { readFileSync } from 'node:fs';
import { rebuildFrom } from './rebuild-from.ts';

const [storedFile = '', siteDir = ''] = process.argv.slice(2);
await rebuildFrom(JSON.parse(readFileSync(storedFile, 'utf8')), {
  siteDir,
  log: (line) => console.log(line),
});

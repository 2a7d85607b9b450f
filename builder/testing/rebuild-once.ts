/**
 * Rebuilds in its own process, which a test can kill:
 * node rebuild-once.ts <file with the databases' content> <folder of the site>
 */
import { readFileSync } from 'node:fs';
import { rebuildFrom } from './rebuild-from.ts';

const [storedFile = '', siteDir = ''] = process.argv.slice(2);
await rebuildFrom(JSON.parse(readFileSync(storedFile, 'utf8')), {
  siteDir,
  log: (line) => console.log(line),
});

// node measure-ledger.mjs <repository> <folder> <DATS>: what that repository's rebuild takes, as JSON.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [repository = '', folder = '', dats = ''] = process.argv.slice(2);
const { measureLedger } = await import(
  pathToFileURL(join(repository, 'scripts/bench/ledger-run.ts')).href
);
console.log(JSON.stringify(await measureLedger(folder, Number(dats))));

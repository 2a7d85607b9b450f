import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file of a sleeve, by the address at which the site has it. */
const sleeveOf = (address: string): string | undefined =>
  /^\/sleeves\/([\w-]+\.webp)$/.exec(address)?.[1];

/** Whether an address is that of a sleeve of the site: what is elsewhere is not fetched. */
export const isSleeve = (address: string): boolean => sleeveOf(address) !== undefined;

/** A sleeve of the site; undefined when there is none at this address. */
export async function readSleeve(address: string, dir: string): Promise<Buffer | undefined> {
  const file = sleeveOf(address);
  return file === undefined ? undefined : readFile(join(dir, file)).catch(() => undefined);
}

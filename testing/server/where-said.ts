import { services } from '@datchain/functions/services.ts';
import { allDocuments, placesIn } from './readable.ts';

export async function everythingStored() {
  const files: string[] = [];
  for await (const page of services().files.pages('', 100)) {
    files.push(...page.map(({ path }) => path));
  }
  return { documents: await allDocuments(), live: await services().live.read(''), files };
}

export function whereSaid(
  { documents, live, files }: Awaited<ReturnType<typeof everythingStored>>,
  word: string,
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, data] of documents) {
    const at = placesIn(data, word);
    if (path.includes(word)) at.push('its path');
    if (at.length > 0) found.set(path, at);
  }
  const values = placesIn(live, word);
  if (values.length > 0) found.set('the Realtime Database', values);
  for (const path of files) if (path.includes(word)) found.set(path, ['Storage']);
  return found;
}

import type { Identifiers } from '../../domain/streams/work-names.ts';
import { isRecord, readList, readText } from '../tolerant.ts';

const texts = (value: unknown): string[] =>
  readList(value)
    .map((item) => readText(item))
    .filter(Boolean);

/** Reads the external identifiers of a work, `datIdentifiers/{datId}`; server only. */
export function readIdentifiers(value: unknown): Identifiers {
  const stored = isRecord(value) ? value : {};
  return {
    isrcs: texts(stored.isrcs),
    appleIdentifiers: texts(stored.appleIdentifiers),
    aliases: texts(stored.aliases),
    creditedIsrcs: texts(stored.creditedIsrcs),
    creditedNames: texts(stored.creditedNames),
    unlinked: texts(stored.unlinked),
  };
}

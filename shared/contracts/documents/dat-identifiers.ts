import type { Identifiers } from '../../domain/streams/work-names.ts';
import { isRecord, readList, readText } from '../tolerant.ts';

const texts = (value: unknown): string[] =>
  readList(value)
    .map((item) => readText(item))
    .filter(Boolean);

/** `datIdentifiers/{datId}`: what a work is called outside. Only the server reads and writes it. */
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

import { editionEvents } from './edition-events.ts';
import {
  type Corrected,
  type EntryContext,
  type LogEvent,
  type LoggedEntry,
  logFields,
  type Person,
} from './logged-entry.ts';
import { moneyEvents } from './money-events.ts';

/**
 * Returns the log events of a journal entry: none, one, or for a DAT older than the journal one for each
 * event in its past. They never change.
 *
 * @throws Error if the entry lacks a value that its kind needs
 */
export const listLogEvents = (entry: LoggedEntry, context: EntryContext): LogEvent[] => [
  ...editionEvents(entry, context),
  ...moneyEvents(entry),
];

type Value = LogEvent['fields'][string];

const isPerson = (value: Value): value is Person => typeof value === 'object' && 'uid' in value;
const isCorrected = (value: Value): value is Corrected =>
  typeof value === 'object' && 'entryId' in value;

const valuesOf = (events: readonly LogEvent[]): Value[] =>
  events.flatMap(({ fields }) => Object.values(fields));

export const listUids = (events: readonly LogEvent[]): string[] => [
  ...new Set(
    valuesOf(events)
      .filter(isPerson)
      .map(({ uid }) => uid),
  ),
];

/** Lists the entries that events correct; their lines must come first. */
export const correctedBy = (events: readonly LogEvent[]): string[] => [
  ...new Set(
    valuesOf(events)
      .filter(isCorrected)
      .map(({ entryId }) => entryId),
  ),
];

export interface LogNames {
  readonly commitmentOf: (uid: string) => string;
  /** Returns the number of an entry's first line; 0 if it has none. */
  readonly numberOf: (entryId: string) => number;
}

/**
 * Returns an event as its line shows it, with people as commitments.
 *
 * @throws Error if its fields are not those of its kind, in order
 */
export function publicEvent({ at, kind, fields }: LogEvent, names: LogNames) {
  const has = Object.keys(fields).join();
  if (has !== logFields[kind].join()) throw new Error(`A ${kind} does not have the fields ${has}`);
  const shownAs = (value: Value): string | number => {
    if (isPerson(value)) return names.commitmentOf(value.uid);
    return isCorrected(value) ? names.numberOf(value.entryId) : value;
  };
  const shown = Object.entries(fields).map(([name, value]) => [name, shownAs(value)]);
  return { at, kind, fields: Object.fromEntries(shown) as Record<string, string | number> };
}

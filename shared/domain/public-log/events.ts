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
 * What the public log says about a journal entry: nothing, a line, or for a DAT from before the
 * journal a line for each event in its past. It never changes.
 *
 * @throws when the entry does not say what its kind must say
 */
export const eventsOf = (entry: LoggedEntry, context: EntryContext): LogEvent[] => [
  ...editionEvents(entry, context),
  ...moneyEvents(entry),
];

type Value = LogEvent['fields'][string];

const isPerson = (value: Value): value is Person => typeof value === 'object' && 'uid' in value;
const isCorrected = (value: Value): value is Corrected =>
  typeof value === 'object' && 'entryId' in value;

const valuesOf = (events: readonly LogEvent[]): Value[] =>
  events.flatMap(({ fields }) => Object.values(fields));

/** Everyone that events name. */
export const uidsOf = (events: readonly LogEvent[]): string[] => [
  ...new Set(
    valuesOf(events)
      .filter(isPerson)
      .map(({ uid }) => uid),
  ),
];

/** The entries that events take back: their lines come first. */
export const correctedBy = (events: readonly LogEvent[]): string[] => [
  ...new Set(
    valuesOf(events)
      .filter(isCorrected)
      .map(({ entryId }) => entryId),
  ),
];

export interface LogNames {
  readonly commitmentOf: (uid: string) => string;
  /** The number of an entry's first line; 0 when it has none. */
  readonly numberOf: (entryId: string) => number;
}

/** An event as its line shows it: people by commitment. @throws when its fields are not those of its kind, in order */
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

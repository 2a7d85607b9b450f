import { editionEvents } from './edition-events.ts';
import {
  type EntryContext,
  type LogEvent,
  type LoggedEntry,
  logFields,
  type Person,
} from './logged-entry.ts';
import { moneyEvents } from './money-events.ts';

/**
 * What the public log tells of a journal entry: nothing, a line, or for a DAT from before the
 * journal a line for each thing that had happened to it. The same for ever.
 *
 * @throws when the entry does not say what its kind must say
 */
export const eventsOf = (entry: LoggedEntry, context: EntryContext): LogEvent[] => [
  ...editionEvents(entry, context),
  ...moneyEvents(entry),
];

const isPerson = (value: string | number | Person): value is Person => typeof value === 'object';

/** Everybody that events name. */
export const uidsOf = (events: readonly LogEvent[]): string[] => [
  ...new Set(
    events.flatMap(({ fields }) =>
      Object.values(fields)
        .filter(isPerson)
        .map(({ uid }) => uid),
    ),
  ),
];

/**
 * An event as its line shows it: people by their commitment.
 *
 * @throws when its fields are not those of its kind, in their order
 */
export function publicEvent({ at, kind, fields }: LogEvent, commitmentOf: (uid: string) => string) {
  const names = Object.keys(fields);
  if (names.join() !== logFields[kind].join()) throw new Error(`A ${kind} has not ${names}`);
  const shown = Object.entries(fields).map(([name, value]) => [
    name,
    isPerson(value) ? commitmentOf(value.uid) : value,
  ]);
  return { at, kind, fields: Object.fromEntries(shown) as Record<string, string | number> };
}

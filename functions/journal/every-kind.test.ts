import {
  type MovementKind,
  movementSchema,
} from '@datchain/shared/contracts/documents/movement.ts';
import { type EntryKind, entryKinds } from '@datchain/shared/domain/books/entry-kinds.ts';
import type { DatEventKind } from '@datchain/shared/domain/dat-events.ts';
import type { LogKind } from '@datchain/shared/domain/public-log/logged-entry.ts';
import {
  before,
  editions,
  workedExample,
} from '@datchain/testing/server/books/kinds-of-editions.ts';
import { returns, tokens } from '@datchain/testing/server/books/kinds-of-orders.ts';
import { payouts } from '@datchain/testing/server/books/kinds-of-payouts.ts';
import { stage } from '@datchain/testing/server/books/kinds-stage.ts';
import { strangersIn } from '@datchain/testing/server/books/owners.ts';
import { expect, test } from 'vitest';

const parts = await Promise.all(
  [tokens, returns, editions, before, payouts, workedExample].map(async (part) => {
    const made = stage();
    await part(made);
    return made;
  }),
);
const recorded = parts.flatMap((part) => part.recorded);

interface Row {
  readonly inBooks?: string;
  readonly lines?: readonly LogKind[];
  readonly movements?: readonly MovementKind[];
  readonly events?: readonly DatEventKind[];
  readonly face?: string;
}

/** An unknown kind of line, movement or event is a type error here. */
const rows: Readonly<Record<EntryKind, Row>> = entryKinds;

test('each kind of entry writes, shows and publishes exactly what the snapshot says', async () => {
  // Review each change of the snapshot: it is the proof. `vitest -u` writes it.
  const text = parts.map((part) => part.text()).join('\n');
  await expect(text).toMatchFileSnapshot('./every-kind.txt');
});

test('the plays reach every kind of entry and of movement', () => {
  expect(new Set(recorded.map(({ kind }) => kind))).toEqual(new Set(Object.keys(rows)));
  const movements = movementSchema.options.map(({ entries }) => entries.kind.literal);
  expect(new Set(recorded.flatMap((one) => one.movements))).toEqual(new Set(movements));
});

test.each(Object.entries(rows))(
  '%s has exactly the log lines, movements and events that its row says',
  (kind, row) => {
    const own = recorded.filter((one) => one.kind === kind);
    const all = (of: (one: (typeof own)[number]) => readonly string[]) => [
      ...new Set(own.flatMap(of)),
    ];
    expect(all(({ lines }) => lines).sort()).toEqual([...(row.lines ?? [])].sort());
    expect(all(({ movements }) => movements).sort()).toEqual([...(row.movements ?? [])].sort());
    expect(all(({ events }) => events).sort()).toEqual([...(row.events ?? [])].sort());
    expect(own.some(({ isInBooks }) => isInBooks)).toBe(row.inBooks !== undefined);
  },
);

test('[N-MON-08] no document that an entry writes for a user names another user', () => {
  for (const { store } of parts) expect(strangersIn(store.all())).toEqual([]);
});

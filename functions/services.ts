import { type Clock, clock } from './clock.ts';
import { type Environment, environment } from './environment.ts';
import { type Books, booksOf } from './journal/books.ts';
import { Door } from './journal/door.ts';
import { Projector } from './journal/projector.ts';
import { firestore } from './stores/firebase.ts';
import { firestoreStore } from './stores/firestore-store.ts';
import { type Guards, guards } from './stores/guards.ts';
import { type JournalEntries, journalEntries } from './stores/journal-entries.ts';
import { type LiveDatabase, liveDatabase } from './stores/live-database.ts';
import { type Orders, orders } from './stores/orders.ts';
import { type CheckoutGateway, checkoutGateway } from './stripe/checkout.ts';
import { type Stripe, stripeClient } from './stripe/client.ts';

/** Everything the use cases work with. One set per process; tests and scripts build the same. */
export interface Services {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly books: Books;
  readonly projector: Projector;
  readonly entries: JournalEntries;
  readonly orders: Orders;
  readonly guards: Guards;
  readonly live: LiveDatabase;
  readonly stripe: Stripe;
  readonly checkout: CheckoutGateway;
}

function build(): Services {
  const database = firestore();
  const store = firestoreStore(database);
  const entries = journalEntries(database);
  const live = liveDatabase();
  const projector = new Projector(store, live, entries);
  const stripe = stripeClient(environment());
  return {
    environment: environment(),
    clock,
    books: booksOf(new Door(store, clock), projector),
    projector,
    entries,
    orders: orders(database),
    guards: guards(database),
    live,
    stripe,
    checkout: checkoutGateway(stripe),
  };
}

let built: Services | undefined;

/** Built on the first use, so that loading the code needs no configuration. */
export function services(): Services {
  built ??= build();
  return built;
}

import { type Clock, clock } from './clock.ts';
import { type Environment, environment } from './environment.ts';
import { type Books, makeBooks } from './journal/books.ts';
import { Door } from './journal/door.ts';
import { type RateLimit, rateLimit } from './limits/rate-limit.ts';
import { type MailGateway, mailGateway } from './mail/gateway.ts';
import { Projector } from './projector/projector.ts';
import { type AppCheck, appCheck } from './stores/app-check.ts';
import { type Artists, artists } from './stores/artists.ts';
import { type AssetSummaries, assetSummaries } from './stores/asset-summaries.ts';
import { type AuthUsers, authUsers } from './stores/auth-users.ts';
import { type BookDays, bookDays } from './stores/book-days.ts';
import { setDocuments } from './stores/bulk.ts';
import { type DatEvents, datEvents } from './stores/dat-events.ts';
import { type Debts, debts } from './stores/debts.ts';
import { type DeskQueues, deskQueues } from './stores/desk-queues.ts';
import type { DocumentStore } from './stores/document-store.ts';
import { type EarningsStore, earningsStore } from './stores/earnings.ts';
import { type Files, files } from './stores/files.ts';
import { auth, firestore } from './stores/firebase.ts';
import { firestoreStore } from './stores/firestore-store.ts';
import { type Guards, guards } from './stores/guards.ts';
import { type JournalEntries, journalEntries } from './stores/journal-entries.ts';
import { type LiveDatabase, liveDatabase } from './stores/live-database.ts';
import { type Losses, losses } from './stores/losses.ts';
import { type Mails, mails } from './stores/mails.ts';
import { type Orders, orders } from './stores/orders.ts';
import { type Payouts, payouts } from './stores/payouts.ts';
import { type Releases, releases } from './stores/releases.ts';
import { type StripeAccounts, stripeAccounts } from './stores/stripe-accounts.ts';
import { type SummaryPages, summaryPages } from './stores/summary-pages.ts';
import { type Unnumbered, unnumbered } from './stores/unnumbered.ts';
import { type UploadMentions, uploadMentions } from './stores/upload-mentions.ts';
import { type Wishes, wishes } from './stores/wishes.ts';
import { type CheckoutGateway, checkoutGateway } from './stripe/checkout.ts';
import { type Stripe, stripeClient } from './stripe/client.ts';
import { type ConnectGateway, connectGateway } from './stripe/connect.ts';
import { type PaymentGateway, paymentGateway } from './stripe/payments.ts';

/** The dependencies of all use cases. One set per process; tests and scripts build the same. */
export interface Services {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly store: DocumentStore;
  readonly books: Books;
  /** The books behind a separate door, because the large documents of a release would delay others. */
  readonly releaseBooks: Books;
  readonly projector: Projector;
  readonly entries: JournalEntries;
  readonly unnumbered: Unnumbered;
  readonly appCheck: AppCheck;
  readonly artists: Artists;
  readonly authUsers: AuthUsers;
  readonly bookDays: BookDays;
  readonly orders: Orders;
  readonly datEvents: DatEvents;
  readonly debts: Debts;
  readonly deskQueues: DeskQueues;
  readonly earnings: EarningsStore;
  readonly files: Files;
  readonly guards: Guards;
  readonly limits: RateLimit;
  readonly losses: Losses;
  readonly mails: Mails;
  readonly mailGateway: MailGateway | undefined;
  readonly mentions: UploadMentions;
  readonly pages: SummaryPages;
  readonly releases: Releases;
  readonly summaries: AssetSummaries;
  readonly live: LiveDatabase;
  readonly stripe: Stripe;
  readonly checkout: CheckoutGateway;
  readonly connect: ConnectGateway;
  readonly payouts: Payouts;
  readonly stripeAccounts: StripeAccounts;
  readonly payments: PaymentGateway;
  readonly wishes: Wishes;
}

function lazy<Part>(make: () => Part): () => Part {
  let made: Part | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function build(): Services {
  const database = firestore();
  const store = firestoreStore(database);
  const entries = journalEntries(database);
  const live = liveDatabase();
  const summaries = assetSummaries(database);
  const screens = {
    live,
    summaries,
    setDocuments: (documents: Parameters<typeof setDocuments>[1]) =>
      setDocuments(database, documents),
  };
  const events = datEvents(database);
  const projector = new Projector(store, screens, { entries, datEvents: events });
  const stripe = lazy(() => stripeClient(environment().stripe));
  const checkout = lazy(() => checkoutGateway(stripe()));
  const connect = lazy(() => connectGateway(stripe()));
  const { mail } = environment();
  const payments = lazy(() => paymentGateway(stripe()));
  return {
    environment: environment(),
    clock,
    store,
    books: makeBooks(new Door(store, clock), projector),
    releaseBooks: makeBooks(new Door(store, clock, { maxGroup: 1 }), projector),
    projector,
    entries,
    unnumbered: unnumbered(database),
    appCheck: appCheck(),
    artists: artists(database),
    authUsers: authUsers(auth()),
    bookDays: bookDays(database),
    orders: orders(database),
    datEvents: events,
    debts: debts(database),
    deskQueues: deskQueues(database),
    earnings: earningsStore(database),
    files: files(),
    guards: guards(database),
    limits: rateLimit({ store, now: () => clock.now() }),
    losses: losses(database),
    mails: mails(database),
    mailGateway: mail && mailGateway(mail),
    mentions: uploadMentions(database),
    pages: summaryPages(database),
    releases: releases(database),
    summaries,
    live,
    // Lazy, because not every function has the key to Stripe.
    get stripe() {
      return stripe();
    },
    get checkout() {
      return checkout();
    },
    get connect() {
      return connect();
    },
    get payments() {
      return payments();
    },
    payouts: payouts(database),
    stripeAccounts: stripeAccounts(database),
    wishes: wishes(database),
  };
}

let built: Services | undefined;

/** Builds the services on first use, so that loading the code needs no configuration. */
export function services(): Services {
  built ??= build();
  return built;
}

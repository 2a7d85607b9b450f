import {
  readAllowedUsers,
  readOwnWorksOnly,
} from '@datchain/shared/contracts/documents/allowed-users.ts';
import { readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { readReconcileReport } from '@datchain/shared/contracts/documents/reconcile-report.ts';
import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import type { Report } from '@datchain/shared/contracts/documents/report.ts';
import { readSiteState } from '@datchain/shared/contracts/documents/site-state.ts';
import type { OperatorDesk } from '@datchain/shared/contracts/operator-calls.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readLine } from '@datchain/shared/contracts/shown-text.ts';
import { readCount, readList, readText } from '@datchain/shared/contracts/tolerant.ts';
import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import { stuckReleases } from '../releases/resume-releases.ts';
import type { Services } from '../services.ts';
import type { Data } from '../stores/document-store.ts';
import { requireOperator } from './operators.ts';

/** How much of each list is shown: what is left comes up as the first ones are decided. */
const AT_ONCE = 100;

type Read = (path: string) => Data | undefined;

async function readAll({ store }: Services, paths: readonly string[]): Promise<Read> {
  const found = await store.read([...new Set(paths)]);
  return (path) => found.get(path)?.data;
}

const nameOf = (read: Read, uid: string): string => readText(read(docs.user(uid))?.username);
const emailOf = (read: Read, uid: string): string => readText(read(docs.user(uid))?.email);

const workOf = (datId: string, release: Release | undefined) => ({
  datId,
  song: release?.songName ?? datId,
  artist: release?.artistName ?? '',
});

async function reportRow(services: Services, report: Report): Promise<OperatorDesk['reports'][0]> {
  const { id, datId, about, text, from, email, at } = report;
  const [release, dat] = await Promise.all([
    services.releases.find(datId),
    services.guards.findDat(datId),
  ]);
  const held = dat?.editions.filter(({ ownerUid }) => ownerUid !== dat.creatorUid) ?? [];
  return {
    ...{ id, about, text, from, email, at },
    ...workOf(datId, release),
    isDown: Boolean(dat?.takenDown),
    held: held.length,
    offers: held.filter(({ askPriceCents }) => askPriceCents !== null).length,
  };
}

async function downRow(services: Services, release: Release): Promise<OperatorDesk['down'][0]> {
  const dat = await services.guards.findDat(release.id);
  return {
    ...workOf(release.id, release),
    reason: dat?.takenDown?.reason ?? '',
    at: dat?.takenDown?.at ?? 0,
  };
}

function siteOf({ clock }: Services, stored: Data | undefined): OperatorDesk['site'] {
  const state = readSiteState(stored);
  if (!state) return null;
  const { currentAt = null, ...rest } = state;
  return { ...rest, currentAt, ageMillis: currentAt === null ? null : clock.now() - currentAt };
}

/** Everything that waits for an operator, and what was decided lately (N-PPL-10). */
export async function operatorDesk(
  services: Services,
  uid: string,
): Promise<OperatorDesk | Refusal> {
  const refused = await requireOperator(services, uid);
  if (refused) return refused;
  const { deskQueues } = services;
  const [applications, stuck, orders, reports, down, debtors, history] = await Promise.all([
    deskQueues.waitingApplications(AT_ONCE),
    stuckReleases(services),
    deskQueues.ordersInReview(AT_ONCE),
    deskQueues.openReports(AT_ONCE),
    deskQueues.releasesTakenDown(AT_ONCE),
    services.debts.list(),
    deskQueues.latestDecisions(AT_ONCE),
  ]);
  const [list, books, site] = await Promise.all(
    [docs.allowedUsers, docs.reconcileReport, docs.siteState].map(
      async (path) => (await services.store.read([path])).get(path)?.data,
    ),
  );
  const allowed = readAllowedUsers(list).reverse();
  const ownOnly = new Set(readOwnWorksOnly(list));
  const shownDebtors = debtors.slice(0, AT_ONCE);
  const shownAllowed = allowed.slice(0, AT_ONCE);
  const people = [
    ...[...applications, ...orders, ...history].map((one) => one.uid),
    ...stuck.map(({ artistId }) => artistId),
    ...shownDebtors,
    ...shownAllowed,
  ];
  const read = await readAll(services, [
    ...people.map(docs.user),
    ...shownAllowed.map(docs.userGuard),
    ...shownDebtors.map((debtor) => docs.debt(debtor)),
  ]);
  return {
    applications: applications.map(
      ({ uid: by, artistName, musicUrl, pageUrl, owns, note, at }) => ({
        ...{ artistName, musicUrl, pageUrl, owns, note, at },
        username: nameOf(read, by),
        email: emailOf(read, by),
      }),
    ),
    stuck: stuck.map((release) => ({
      ...workOf(release.id, release),
      problem: release.lastError ?? 'No error was noted.',
      attempts: release.attempts,
      at: release.acceptedAt,
      email: emailOf(read, release.artistId),
    })),
    orders: orders.map(({ id, reviewReason, uid: by, totalCents, createdAt }) => ({
      orderId: id,
      reason: reviewReason ?? '',
      username: nameOf(read, by),
      totalCents,
      at: createdAt,
    })),
    reports: await Promise.all(reports.map((report) => reportRow(services, report))),
    down: await Promise.all(down.map((release) => downRow(services, release))),
    debts: shownDebtors.map((debtor) => ({
      username: nameOf(read, debtor),
      debtMicros: readCount(read(docs.debt(debtor))?.debtMicros),
    })),
    allowed: shownAllowed.map((one) => {
      const user = read(docs.user(one));
      return {
        username: nameOf(read, one),
        name: readLine(user?.ArtistName) || readLine(user?.name),
        isOwnOnly: ownOnly.has(one),
        works:
          readUserGuard(one, read(docs.userGuard(one))).works?.released ??
          readList(user?.uploadedItems).length,
      };
    }),
    allowedCount: allowed.length,
    books: readReconcileReport(books) ?? null,
    site: siteOf(services, site),
    history: history.map(({ what, id, reason, uid: by, at }) => ({
      ...{ what, id, reason, at },
      by: nameOf(read, by),
    })),
  };
}

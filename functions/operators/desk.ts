import type { getDeskPage, OperatorDesk } from '@datchain/shared/contracts/calls/operators.ts';
import { readAllowedUsers } from '@datchain/shared/contracts/documents/allowed-users.ts';
import { readReconcileReport } from '@datchain/shared/contracts/documents/reconcile-report.ts';
import { readSiteState } from '@datchain/shared/contracts/documents/site-state.ts';
import { readStreamRun } from '@datchain/shared/contracts/documents/stream-run.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import type * as v from 'valibot';
import { stuckReleases } from '../releases/finish.ts';
import type { Services } from '../services.ts';
import type { Data } from '../stores/document-store.ts';
import { listStock } from '../tokens/stock.ts';
import { describeWork, deskPage } from './desk-lists.ts';
import { requireOperator } from './operators.ts';

async function stuckRows(services: Services): Promise<OperatorDesk['stuck']> {
  const stuck = await stuckReleases(services);
  const paths = stuck.map(({ artistId }) => docs.user(artistId));
  const users = await services.store.read([...new Set(paths)]);
  const oldestFirst = stuck.toSorted((a, b) => a.acceptedAt - b.acceptedAt);
  return oldestFirst.map((release) => ({
    ...describeWork(release.id, release),
    problem: release.lastError ?? 'No error was noted.',
    attempts: release.attempts,
    at: release.acceptedAt,
    email: readText(users.get(docs.user(release.artistId))?.data.email),
  }));
}

async function readCounts({ deskQueues }: Services): Promise<OperatorDesk['counts']> {
  const [applications, orders, reports] = await Promise.all([
    deskQueues.countApplications(),
    deskQueues.countOrders(),
    deskQueues.countReports(),
  ]);
  return { applications, orders, reports };
}

function readSite({ clock }: Services, stored: Data | undefined): OperatorDesk['site'] {
  const state = readSiteState(stored);
  if (!state) return null;
  const { currentAt = null, ...rest } = state;
  return { ...rest, currentAt, ageMillis: currentAt === null ? null : clock.now() - currentAt };
}

/** Reads the first page of everything that waits for an operator, and of recent decisions (N-PPL-10). */
export async function operatorDesk(
  services: Services,
  uid: string,
): Promise<OperatorDesk | Refusal> {
  const refused = await requireOperator(services, uid);
  if (refused) return refused;
  const [
    applications,
    stuck,
    orders,
    reports,
    down,
    debts,
    losses,
    allowed,
    history,
    lost,
    counts,
    found,
    stock,
    works,
  ] = await Promise.all([
    deskPage(services, 'applications'),
    stuckRows(services),
    deskPage(services, 'orders'),
    deskPage(services, 'reports'),
    deskPage(services, 'down'),
    deskPage(services, 'debts'),
    deskPage(services, 'losses'),
    deskPage(services, 'allowed'),
    deskPage(services, 'history'),
    services.losses.list(),
    readCounts(services),
    services.store.read([docs.reconcileReport, docs.allowedUsers, docs.siteState, docs.streamRun]),
    listStock(services),
    services.store.list(docs.releases, { limit: 1 }),
  ]);
  return {
    applications: applications.rows,
    stuck,
    orders: orders.rows,
    reports: reports.rows,
    down: down.rows,
    debts: debts.rows,
    losses: losses.rows,
    lostMicros: lost.reduce((sum, one) => sum + one.soldMicros + one.closedMicros, 0),
    allowed: allowed.rows,
    history: history.rows,
    next: {
      applications: applications.next,
      orders: orders.next,
      reports: reports.next,
      down: down.next,
      debts: debts.next,
      losses: losses.next,
      allowed: allowed.next,
      history: history.next,
    },
    counts,
    allowedCount: readAllowedUsers(found.get(docs.allowedUsers)?.data).length,
    hasWorks: works.length > 0,
    stock,
    books: readReconcileReport(found.get(docs.reconcileReport)?.data) ?? null,
    streams: readStreamRun(found.get(docs.streamRun)?.data) ?? null,
    site: readSite(services, found.get(docs.siteState)?.data),
  };
}

/** Reads another page of one of the desk's lists, or the results of a search in it (N-PPL-18). */
export async function operatorPage(
  services: Services,
  uid: string,
  { list, search, after }: v.InferOutput<typeof getDeskPage.input>,
): Promise<v.InferOutput<typeof getDeskPage.output> | Refusal> {
  const refused = await requireOperator(services, uid);
  if (refused) return refused;
  const page = await deskPage(services, list, { search, after });
  return { list, ...page } as v.InferOutput<typeof getDeskPage.output>;
}

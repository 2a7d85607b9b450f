import { createHash } from 'node:crypto';
import type { ReportDecided } from '@datchain/shared/contracts/documents/notification.ts';
import { type Report, readReport } from '@datchain/shared/contracts/documents/report.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { type Created, notificationDocuments } from '../mail/notification-documents.ts';
import type { Services } from '../services.ts';
import { type Batch, type Found, pages, put, together } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'authUsers' | 'deskQueues'>;
type Outcome = ReportDecided['outcome'];

/** How long a closed report is kept: it names people. */
const RETENTION_MILLIS = 365 * DAY_MILLIS;
const BATCH_SIZE = 200;

export interface ReportDecision {
  /** The id of this decision, under which each reporter is notified once. */
  readonly decisionId: string;
  readonly outcome: Outcome;
  readonly reason: string;
}

interface DecidedReport extends ReportDecision {
  readonly datId: string;
  readonly at: number;
}

/**
 * Builds the documents that notify a reporter who left an address (N-FST-04): in the portal too if the
 * address is that of an account and confirmed, else by e-mail only.
 */
async function notificationOf(
  { authUsers }: Needs,
  email: string,
  { decisionId, datId, at, outcome, reason }: DecidedReport,
): Promise<Created[]> {
  const news: ReportDecided = { kind: 'report-decided', at, datId, outcome, reason };
  const address = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16);
  const id = `report:${decisionId}:${address}`;
  const account = await authUsers.find(email);
  if (account?.isConfirmed) return notificationDocuments(id, account.uid, news);
  const data = { uid: '', to: email, state: 'due', at, about: news };
  return [{ path: docs.mail(id, ''), data }];
}

async function withoutStored({ store }: Needs, all: readonly Created[]): Promise<Created[]> {
  const byPath = new Map(all.map((one) => [one.path, one]));
  const known = await store.read([...byPath.keys()]);
  return [...byPath.values()].filter(({ path }) => !known.has(path));
}

/**
 * Changes reports by an operator's decision and notifies the reporters, in one write with the record.
 *
 * @param isDue selects the reports that the decision applies to
 * @returns whether there were any
 */
async function decideReports(
  services: Needs,
  paths: readonly string[],
  decision: ReportDecision,
  { isDue, record }: { isDue: (report: Report) => boolean; record: Batch },
): Promise<boolean> {
  const { store, clock } = services;
  const at = clock.now();
  const expiresAt = new Date(at + RETENTION_MILLIS);
  const { outcome } = decision;
  return retryOnConflict(alwaysLate('these reports'), async () => {
    const due = [...(await store.read(paths))].filter(([, { data }]) => isDue(readReport(data)));
    if (due.length === 0) return false;
    const notifications = await Promise.all(
      due.map(([, { data }]) => {
        const { email, datId } = readReport(data);
        return notificationOf(services, email, { ...decision, datId, at });
      }),
    );
    const create = await withoutStored(services, notifications.flat());
    const changes = due.map(([path, stored]) =>
      put(path, { state: 'closed', outcome, expiresAt }, stored),
    );
    const written = await store.write(together([...changes, { create }, record]));
    return written === 'conflict' ? written : true;
  });
}

const isOpen = ({ state }: Report): boolean => state === 'open';

/** Closes one report in the same write as the decision. Returns false when there is no open one. */
export const closeReport = (
  services: Needs,
  reportId: string,
  decision: ReportDecision,
  record: Batch,
): Promise<boolean> =>
  decideReports(services, [docs.report(reportId)], decision, { isDue: isOpen, record });

/** Closes every open report of a work that was taken down. A repeated call finishes what a crash left. */
export async function closeReports(
  services: Needs,
  datId: string,
  decision: ReportDecision,
): Promise<void> {
  for (;;) {
    const reports = await services.deskQueues.openReportsOf(datId, BATCH_SIZE);
    const paths = reports.map(({ id }) => docs.report(id));
    const isAny = await decideReports(services, paths, decision, { isDue: isOpen, record: {} });
    if (!isAny || reports.length < BATCH_SIZE) return;
  }
}

/** Notifies reporters of a takedown that the work is public again. A repeated call notifies nobody twice. */
export async function notifyOfRestoration(
  services: Needs,
  datId: string,
  decision: Omit<ReportDecision, 'outcome'>,
): Promise<void> {
  const where = { field: 'datId', is: datId };
  const isDue = ({ state, outcome }: Report) => state === 'closed' && outcome === 'taken-down';
  for await (const page of pages(services.store, 'reports', BATCH_SIZE, where)) {
    const paths = page.map(({ path }: Found) => path);
    await decideReports(
      services,
      paths,
      { ...decision, outcome: 'restored' },
      { isDue, record: {} },
    );
  }
}

import { createHash } from 'node:crypto';
import type { ReportDecided } from '@datchain/shared/contracts/documents/notification.ts';
import { type Report, readReport } from '@datchain/shared/contracts/documents/report.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { type Created, toldDocuments } from '../mail/told-documents.ts';
import type { Services } from '../services.ts';
import { type Batch, type Found, pages, put, together } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'authUsers' | 'deskQueues'>;
type Outcome = ReportDecided['outcome'];

/** How long a closed report is kept: it names people. */
const REPORT_KEPT_MILLIS = 365 * DAY_MILLIS;
const REPORTS_AT_ONCE = 200;

/** One decision about a work, or about a report of it, in the operator's words. */
export interface ReportDecision {
  /** The id of this decision: each reporter is told of it once. */
  readonly decisionId: string;
  readonly outcome: Outcome;
  readonly reason: string;
}

/** The parts of a decision that are told to one address. */
interface Letter extends ReportDecision {
  readonly datId: string;
  readonly at: number;
}

/**
 * What tells whoever left an address with a report (N-FST-04): at the bell too where the address is that of an
 * account and confirmed, else by e-mail alone.
 */
async function toldTo(
  { authUsers }: Needs,
  email: string,
  { decisionId, datId, at, outcome, reason }: Letter,
): Promise<Created[]> {
  const news: ReportDecided = { kind: 'report-decided', at, datId, outcome, reason };
  const address = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16);
  const id = `report:${decisionId}:${address}`;
  const account = await authUsers.find(email);
  if (account?.isConfirmed) return toldDocuments(id, account.uid, news);
  const data = { uid: '', to: email, state: 'due', at, about: news };
  return [{ path: docs.mail(id, ''), data }];
}

/** The documents that do not exist yet: somebody who reported in several ways is told once. */
async function notYetTold({ store }: Needs, told: readonly Created[]): Promise<Created[]> {
  const byPath = new Map(told.map((one) => [one.path, one]));
  const known = await store.read([...byPath.keys()]);
  return [...byPath.values()].filter(({ path }) => !known.has(path));
}

/**
 * Changes reports as an operator decided, and tells whoever made them, in one write with what else is written.
 *
 * @param isDue says of which reports the decision is
 * @returns whether there were any
 */
async function decideThese(
  services: Needs,
  paths: readonly string[],
  decision: ReportDecision,
  { isDue, record }: { isDue: (report: Report) => boolean; record: Batch },
): Promise<boolean> {
  const { store, clock } = services;
  const at = clock.now();
  const expiresAt = new Date(at + REPORT_KEPT_MILLIS);
  const { outcome } = decision;
  return retryOnConflict(alwaysLate('these reports'), async () => {
    const due = [...(await store.read(paths))].filter(([, { data }]) => isDue(readReport(data)));
    if (due.length === 0) return false;
    const letters = await Promise.all(
      due.map(([, { data }]) => {
        const { email, datId } = readReport(data);
        return toldTo(services, email, { ...decision, datId, at });
      }),
    );
    const create = await notYetTold(services, letters.flat());
    const changes = due.map(([path, stored]) =>
      put(path, { state: 'closed', outcome, expiresAt }, stored),
    );
    const written = await store.write(together([...changes, { create }, record]));
    return written === 'conflict' ? written : true;
  });
}

const isOpen = ({ state }: Report): boolean => state === 'open';

/** Closes one report, in the same write as the decision. False when it is closed already, or was never made. */
export const closeReport = (
  services: Needs,
  reportId: string,
  decision: ReportDecision,
  record: Batch,
): Promise<boolean> =>
  decideThese(services, [docs.report(reportId)], decision, { isDue: isOpen, record });

/** Closes every open report of a work that was taken down. Repeated, it does what a crash has left. */
export async function closeReportsOf(
  services: Needs,
  datId: string,
  decision: ReportDecision,
): Promise<void> {
  for (;;) {
    const reports = await services.deskQueues.openReportsOf(datId, REPORTS_AT_ONCE);
    const paths = reports.map(({ id }) => docs.report(id));
    const isAny = await decideThese(services, paths, decision, { isDue: isOpen, record: {} });
    if (!isAny || reports.length < REPORTS_AT_ONCE) return;
  }
}

/** Tells whoever reported a work before it was taken down that it is public again. Repeated, it tells nobody twice. */
export async function tellOfRestoration(
  services: Needs,
  datId: string,
  decision: Omit<ReportDecision, 'outcome'>,
): Promise<void> {
  const where = { field: 'datId', is: datId };
  const isDue = ({ state, outcome }: Report) => state === 'closed' && outcome === 'taken-down';
  for await (const page of pages(services.store, 'reports', REPORTS_AT_ONCE, where)) {
    const paths = page.map(({ path }: Found) => path);
    await decideThese(services, paths, { ...decision, outcome: 'restored' }, { isDue, record: {} });
  }
}

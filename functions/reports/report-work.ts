import { createHash } from 'node:crypto';
import { type Report, readReport } from '@datchain/shared/contracts/documents/report.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { ReportRequest } from '@datchain/shared/contracts/report-request.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { contactAddress } from '@datchain/shared/domain/site.ts';
import type { Services } from '../services.ts';
import { put } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'guards' | 'deskQueues'>;

/** The number of remembered keys of repeated requests, each of which counts once. */
const MAX_KEYS = 20;

const gist = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Hashes a report: equal ones are of the same work, for the same reason, in like words, by the same
 * person.
 */
function hashReport({ datId, about, text, email }: ReportRequest): string {
  const said = [datId, about, email.toLowerCase(), gist(text)];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 32);
}

function countReport(
  { key, ...said }: ReportRequest,
  before: Report | undefined,
  at: number,
): Report | undefined {
  if (before?.keys.includes(key)) return undefined;
  const isOpen = before?.state === 'open';
  return {
    ...(isOpen ? before : { ...said, at }),
    id: hashReport({ key, ...said }),
    state: 'open',
    count: (before?.count ?? 0) + 1,
    keys: [...(before?.keys ?? []), key].slice(-MAX_KEYS),
    expiresAt: null,
  };
}

/**
 * Stores a user's report of a work for the operators (N-PPL-11, N-PPL-18). Equal reports are one
 * report with a count; a closed one is reopened.
 *
 * @returns a refusal when there is no such work, it is taken down already, or too many reports of
 * it wait
 */
export async function reportWork(
  { store, clock, guards, deskQueues }: Needs,
  request: ReportRequest,
): Promise<Refusal | undefined> {
  const dat = await guards.findDat(request.datId);
  if (!dat) return refuse('not-found', 'There is no such work.');
  if (dat.takenDown) return refuse('failed-precondition', 'This work is taken down already.');
  const path = docs.report(hashReport(request));
  return retryOnConflict(alwaysLate('this report'), async () => {
    const stored = (await store.read([path])).get(path);
    const before = stored && readReport(stored.data);
    const report = countReport(request, before, clock.now());
    if (!report) return undefined;
    const isMore = before?.state !== 'open';
    if (isMore && (await deskQueues.countReportsOf(request.datId)) >= rates.openReportsOfWork) {
      return refuse(
        'failed-precondition',
        `Too many reports of this work are waiting for a decision. Write to ${contactAddress}.`,
      );
    }
    const written = await store.write(put(path, { ...report }, stored));
    return written === 'conflict' ? written : undefined;
  });
}

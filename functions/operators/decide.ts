import { randomUUID } from 'node:crypto';
import type { Decision } from '@datchain/shared/contracts/documents/decision.ts';
import { readReport } from '@datchain/shared/contracts/documents/report.ts';
import type { DecideInput } from '@datchain/shared/contracts/operator-calls.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { closeReviewed } from '../orders/close-reviewed.ts';
import { changeAllowList } from '../releases/allow-list.ts';
import { finishRelease } from '../releases/finish.ts';
import { restore, takeDown } from '../releases/take-down.ts';
import type { Services } from '../services.ts';
import { type Batch, put, together } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { decideApplication } from './decide-application.ts';
import { requireOperator } from './operators.ts';

/** How long a closed report is kept: it names people. */
const REPORT_KEPT_MILLIS = 365 * DAY_MILLIS;
const REPORTS_AT_ONCE = 200;

interface Ask extends DecideInput {
  /** What is kept of the decision; written together with what it changes. */
  readonly record: { readonly path: string; readonly data: Decision };
}

type Act = (services: Services, ask: Ask) => Promise<Refusal | undefined>;

const created = ({ record }: Ask): Batch => ({ create: [{ ...record }] });

const noUser = (username: string) => refuse('not-found', `There is no user @${username}.`);

/** The account of a username, however it is spelt. */
async function uidOf({ store }: Services, username: string): Promise<string | undefined> {
  const path = docs.username(username.toLowerCase());
  return readText((await store.read([path])).get(path)?.data.uid) || undefined;
}

async function application(services: Services, ask: Ask, isAllowed: boolean) {
  const uid = await uidOf(services, ask.id);
  if (!uid) return noUser(ask.id);
  const { reason, seenAt } = ask;
  return decideApplication(services, { uid, isAllowed, reason, seenAt, record: created(ask) });
}

async function allowList(services: Services, ask: Ask, isOn: boolean) {
  const uid = await uidOf(services, ask.id);
  if (!uid) return noUser(ask.id);
  const outcome = await changeAllowList(services, uid, isOn, created(ask));
  if (isRefusal(outcome)) return outcome;
  const is = isOn ? 'may release already' : 'is not on the list';
  return outcome === 'unchanged' ? refuse('failed-precondition', `@${ask.id} ${is}.`) : undefined;
}

/** Ends reports in the same write as the decision, if there is one to be written. */
async function closeReports(
  services: Services,
  ids: readonly string[],
  record: Batch,
): Promise<boolean> {
  const { store, clock } = services;
  const paths = ids.map(docs.report);
  const expiresAt = new Date(clock.now() + REPORT_KEPT_MILLIS);
  return retryOnConflict(alwaysLate('these reports'), async () => {
    const found = [...(await store.read(paths))];
    const open = found.filter(([, { data }]) => readReport(data).state === 'open');
    if (open.length === 0) return false;
    const closed = open.map(([path, stored]) => put(path, { state: 'closed', expiresAt }, stored));
    const written = await store.write(together([...closed, record]));
    return written === 'conflict' ? written : true;
  });
}

const dismiss: Act = async (services, ask) =>
  (await closeReports(services, [ask.id], created(ask)))
    ? undefined
    : refuse('failed-precondition', 'This report is closed already, or was never made.');

const down: Act = async (services, { id, reason, record }) => {
  const outcome = await takeDown(services, { datId: id, reason, decision: record });
  if (isRefusal(outcome)) return outcome;
  for (;;) {
    const reports = await services.deskQueues.openReportsOf(id, REPORTS_AT_ONCE);
    const ids = reports.map((report) => report.id);
    if (!(await closeReports(services, ids, {})) || reports.length < REPORTS_AT_ONCE) break;
  }
  return undefined;
};

const up: Act = async (services, { id, reason, record }) => {
  const outcome = await restore(services, { datId: id, reason, decision: record });
  return isRefusal(outcome) ? outcome : undefined;
};

const retry: Act = async (services, ask) => {
  const release = await services.releases.find(ask.id);
  if (!release || release.isDone) return refuse('not-found', 'No release of this id is stuck.');
  await services.store.write(created(ask));
  return finishRelease(services, release);
};

const acts: Readonly<Record<DecideInput['what'], Act>> = {
  'allow-application': (services, ask) => application(services, ask, true),
  'decline-application': (services, ask) => application(services, ask, false),
  'allow-release': (services, ask) => allowList(services, ask, true),
  'end-release': (services, ask) => allowList(services, ask, false),
  'retry-release': retry,
  'close-order': (services, { id, record }) => closeReviewed(services, id, record),
  'dismiss-report': dismiss,
  'take-down': down,
  restore: up,
};

/**
 * What an operator decides, with its reason, is done and kept (N-PPL-10). What somebody else has
 * decided meanwhile is refused.
 */
export async function decide(
  services: Services,
  uid: string,
  input: DecideInput,
): Promise<Record<string, never> | Refusal> {
  const refused = await requireOperator(services, uid);
  if (refused) return refused;
  const { what, id, reason } = input;
  const record = {
    path: docs.decision(randomUUID()),
    data: { what, id, reason, uid, at: services.clock.now() },
  };
  return (await acts[what](services, { ...input, record })) ?? {};
}

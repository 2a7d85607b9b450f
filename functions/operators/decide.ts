import { randomUUID } from 'node:crypto';
import type { DecideInput, StockChangeInput } from '@datchain/shared/contracts/calls/operators.ts';
import {
  type Decision,
  needsReason,
  noReason,
} from '@datchain/shared/contracts/documents/decision.ts';
import { readReport } from '@datchain/shared/contracts/documents/report.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import { takedownVersion } from '@datchain/shared/domain/books/take-down.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { closeReviewed } from '../orders/close-reviewed.ts';
import { changeAllowList } from '../releases/allow-list.ts';
import { finishRelease } from '../releases/finish.ts';
import { restore, takeDown } from '../releases/take-down.ts';
import { closeReport, closeReports, notifyOfRestoration } from '../reports/decide-reports.ts';
import type { Services } from '../services.ts';
import type { Batch } from '../stores/document-store.ts';
import { changeStock as changeStockNow } from '../tokens/stock.ts';
import { decideApplication } from './decide-application.ts';
import { requireOperator } from './operators.ts';

interface Ask extends DecideInput {
  readonly record: { readonly path: string; readonly data: Decision };
}

type Act = (services: Services, ask: Ask) => Promise<Refusal | undefined>;

const created = ({ record }: Ask): Batch => ({ create: [{ ...record }] });

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const refuseUnknownUser = (username: string) =>
  refuse('not-found', `There is no user @${username}.`);

async function findUid({ store }: Services, username: string): Promise<string | undefined> {
  const path = docs.username(username.toLowerCase());
  return readText((await store.read([path])).get(path)?.data.uid) || undefined;
}

async function application(services: Services, ask: Ask, isAllowed: boolean) {
  const uid = await findUid(services, ask.id);
  if (!uid) return refuseUnknownUser(ask.id);
  const { reason, seenAt } = ask;
  return decideApplication(services, { uid, isAllowed, reason, seenAt, record: created(ask) });
}

async function allowList(services: Services, ask: Ask, isOn: boolean) {
  const uid = await findUid(services, ask.id);
  if (!uid) return refuseUnknownUser(ask.id);
  const outcome = await changeAllowList(services, uid, isOn, created(ask));
  if (isRefusal(outcome)) return outcome;
  const is = isOn ? 'is on the release list already' : 'is not on the release list';
  return outcome === 'unchanged' ? refuse('failed-precondition', `@${ask.id} ${is}.`) : undefined;
}

/**
 * Returns the id and the reason under which users are notified of a takedown or its end. The id depends on the
 * work's version only, so that a job that finishes it after a crash notifies them once.
 */
async function describeTakedown({ guards }: Services, { id, reason }: Ask) {
  const dat = await guards.findDat(id);
  return { decisionId: `${id}:${dat ? takedownVersion(dat) : 0}`, reason };
}

const dismiss: Act = async (services, ask) => {
  const path = docs.report(ask.id);
  const stored = (await services.store.read([path])).get(path);
  const dat = stored && (await services.guards.findDat(readReport(stored.data).datId));
  // Somebody else may have taken it down meanwhile, or for another report.
  const outcome = dat?.takenDown ? 'taken-down' : 'kept';
  const decision = { decisionId: idOf(ask.record.path), reason: ask.reason, outcome } as const;
  return (await closeReport(services, ask.id, decision, created(ask)))
    ? undefined
    : refuse('failed-precondition', 'This report is closed already, or was never made.');
};

const down: Act = async (services, ask) => {
  const { id, reason, record } = ask;
  const outcome = await takeDown(services, { datId: id, reason, decision: record });
  if (isRefusal(outcome)) return outcome;
  await closeReports(services, id, {
    ...(await describeTakedown(services, ask)),
    outcome: 'taken-down',
  });
  return undefined;
};

const up: Act = async (services, ask) => {
  const { id, reason, record } = ask;
  const outcome = await restore(services, { datId: id, reason, decision: record });
  if (isRefusal(outcome)) return outcome;
  await notifyOfRestoration(services, id, await describeTakedown(services, ask));
  return undefined;
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

export async function changeStock(
  services: Services,
  uid: string,
  input: StockChangeInput,
): Promise<Record<string, never> | Refusal> {
  const refused = await requireOperator(services, uid);
  return refused ?? (await changeStockNow(services, uid, input)) ?? {};
}

/**
 * Carries out an operator's decision and keeps it with its reason (N-PPL-10). Refused when somebody
 * else has decided meanwhile.
 */
export async function decide(
  services: Services,
  uid: string,
  input: DecideInput,
): Promise<Record<string, never> | Refusal> {
  const refused = await requireOperator(services, uid);
  if (refused) return refused;
  const { what, id, reason } = input;
  if (reason === '' && needsReason(what)) return refuse('invalid-argument', noReason);
  const record = {
    path: docs.decision(randomUUID()),
    data: { what, id, reason, uid, at: services.clock.now() },
  };
  return (await acts[what](services, { ...input, record })) ?? {};
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { noTypedFacts } from '@datchain/shared/domain/recording-facts.ts';
import { isDay } from '@datchain/shared/domain/time.ts';
import { listHandlers } from '@datchain/stack/functions-exports.ts';
import { isLong } from '../pure/scale.ts';
import { peopleRows } from './call-rows/people.ts';
import {
  documentId,
  type Input,
  idField,
  isWhole,
  noInput,
  only,
  type Refused,
  type Row,
} from './call-rows/row.ts';
import { cashOut } from './cash-out.ts';
import { closeToday } from './close-today.ts';
import { collectors } from './collectors.ts';
import { type Fan, market } from './market.ts';
import { releasing } from './releasing.ts';
import { songFor, uploadFiles } from './uploads.ts';
import { aWork } from './works.ts';

export type { Input, Refused, Row };

const m = market();
const c = cashOut(m);
const r = releasing(m);
const { fanWith, release, owner, lister } = collectors(m);

const orderId = idField('orderId', documentId, 'Order not found');
const datId = idField('datId', documentId, 'Edition not found');
const listingId = idField('listingId', documentId, 'Listing not found');
const editionNumber = (): Refused => [400, /^editionNumber: Invalid \w+: /];

const anOrder = async () => {
  const fan = await m.signUp();
  const asked = { blockId: await m.newBlock(50, 100), qty: 20 };
  const { body } = await m.call('createPaymentLinkDatTokenTesting', asked, fan.token);
  return { fan, input: { orderId: body.result.orderId } };
};
const rows: Readonly<Record<string, Row>> = {
  ...peopleRows,
  createPaymentLinkDatTokenTesting: {
    prepare: async () => ({
      fan: await m.signUp(),
      input: {
        blockId: await m.newBlock(50, 100),
        qty: 20,
        variant: 'block',
        edition: {
          datId: await release(await m.signUp(), 1),
          editionNumber: 1,
          expectedPrice: 10,
        },
      },
    }),
    fields: {
      blockId: idField('blockId', /^\d{1,9}$/, 'Block not found'),
      qty: (value) =>
        isWhole(value) && value > 0
          ? [400, 'Only 100 tokens remain in this block']
          : [400, 'Enter a positive number'],
      variant: only(400, /^variant: Invalid type: /),
      edition: only(400, /^edition[.:]/),
    },
  },
  getOrderStatus: { prepare: anOrder, fields: { orderId }, ownField: 'orderId' },
  cancelOrder: { prepare: anOrder, fields: { orderId }, ownField: 'orderId' },
  listDatChainTokens: {
    prepare: async () => ({ fan: await fanWith(10), input: { blockId: '77', qty: 10 } }),
    fields: {
      blockId: (value) => {
        if (typeof value !== 'string') return [400, /^blockId: Invalid type: /];
        const priced = /^\d{1,9}(\.\d{1,9})?$/.test(value) && Number(value) >= 1;
        return [400, priced ? 'Choose $0.36 – $1.00' : 'Valid price'];
      },
      qty: (value) => [400, isWhole(value) && value > 0 ? 'Not enough tokens' : 'Qty > 0'],
    },
  },
  cancelTokenListing: {
    prepare: async () => {
      const { fan, listingId: own } = await lister(77);
      return { fan, input: { listingId: own } };
    },
    fields: { listingId },
    ownField: 'listingId',
  },
  setEditionForSaleCF: {
    prepare: async () => {
      const { fan, datId: own } = await owner();
      return { fan, input: { datId: own, editionNumber: 1, newPrice: 20 } };
    },
    fields: {
      datId,
      editionNumber,
      newPrice: () => [
        400,
        /^(At most \$1,000,000\.00|Price must be at least \$10\.00|Write whole cents, such as 45\.50\.)$/,
      ],
    },
    ownField: 'datId',
  },
  cancelEditionListing: {
    prepare: async () => {
      const { fan, datId: own } = await owner(true);
      return { fan, input: { datId: own, editionNumber: 1 } };
    },
    fields: { datId, editionNumber },
    ownField: 'datId',
  },
  getOwnForSale: noInput,
  getTokenQuote: {
    prepare: async () => ({
      fan: await m.signUp(),
      input: { blockId: await m.newBlock(50, 100), qty: 20 },
    }),
    fields: {
      blockId: idField('blockId', /^\d{1,9}$/, 'Block not found'),
      // For more tokens than exist, the answer is that one order cannot have them.
      qty: (value) => (isWhole(value) && value > 0 ? 'right' : [400, 'Enter a positive number']),
    },
  },
  getEditionQuote: {
    prepare: async () => ({
      fan: await m.signUp(),
      input: { datId: await release(await m.signUp(), 1), editionNumber: 1 },
    }),
    fields: { datId, editionNumber },
  },
  purchaseEdition: {
    prepare: async () => ({
      fan: await fanWith(10),
      input: {
        datId: await release(await m.signUp(), 1),
        editionNumber: 1,
        expectedPrice: 10,
      },
    }),
    fields: { datId, editionNumber, expectedPrice: only(409, 'The price has changed.') },
  },
  getReceiptSeller: {
    prepare: async () => {
      const { fan, purchaseId } = await owner();
      return { fan, input: { entryId: purchaseId } };
    },
    fields: {
      entryId: idField('entryId', /^(?!__)(?!\.\.?$)[\w:.-]{1,300}$/, 'Purchase not found'),
    },
    ownField: 'entryId',
  },
  claimRewardTokens: {
    prepare: async () => ({ fan: await fanWith(250, 250), input: {} }),
    fields: {},
  },
  createOrRetrieveAccount: {
    prepare: async () => ({ fan: await m.signUp(), input: { email: 'fan@dats.test' } }),
    fields: {
      email: (value) => {
        if (typeof value !== 'string') return [400, /^email: Invalid type: /];
        return [400, value.length > 254 ? /^email: Invalid length: / : 'Invalid email format.'];
      },
    },
  },
  createOnboardingLink: noInput,
  createOnboardingLinkIOS: noInput,
  createBillingPortalLink: noInput,
  getPayoutQuote: noInput,
  getBalanceProof: {
    prepare: async () => {
      // A day has books only if something happened on it.
      const fan = await fanWith(10);
      return { fan, input: { day: await closeToday() } };
    },
    fields: {
      day: (value) => {
        if (typeof value !== 'string') return [400, /^day: Invalid type: /];
        return isDay(value)
          ? [404, 'The books have no list of coins of this day.']
          : [400, 'Choose a day, such as 2026-11-20'];
      },
    },
  },
  getListenLink: {
    prepare: async () => {
      const fan = await m.signUp();
      return { fan, input: { datId: (await aWork({ creator: fan })).datId, download: true } };
    },
    fields: {
      datId: idField('datId', documentId, 'DAT not found'),
      download: (value) =>
        value === true
          ? 'right'
          : value === false
            ? [503, 'The whole song is being prepared. Try again in a minute.']
            : [400, /^download: Invalid type: /],
    },
  },
  processPayout: {
    prepare: async () => {
      await m.stripe('topup', { amount: 10_000 });
      return { fan: await c.earner(60), input: { payoutAmount: 30, source: 'credits' } };
    },
    fields: {
      payoutAmount: (value) => {
        if (typeof value !== 'number' || !Number.isFinite(value)) {
          return [400, 'Enter a valid payout amount.'];
        }
        if (value < 25) return [400, 'Minimum payout amount is $25.00'];
        return [400, 'Amount exceeds your available balance.'];
      },
      source: only(400, /^source: Invalid type: /),
      key: only(400, /^key: Invalid type: |^The key is no UUID\.$/),
    },
  },
  releaseDAT: {
    prepare: async () => {
      const [fan, artist] = [await r.operator(), await r.person()];
      return { fan, input: { songs: [songFor(artist, await uploadFiles(fan))] } };
    },
    fields: {
      songs: (value) => {
        if (!Array.isArray(value)) return [400, /^songs: Invalid type: /];
        return [400, value.length === 0 ? 'Nothing to release.' : /^songs\.0: Invalid type: /];
      },
    },
  },
  setPreview: {
    prepare: async () => {
      const { creator: fan, datId } = await aWork();
      return { fan, input: { datId, previewStart: 1 } };
    },
    fields: {
      datId: idField('datId', documentId, 'There is no work of yours with this id.'),
      previewStart: (value) =>
        isWhole(value) && value >= 0 && value <= 3_600
          ? value <= 5
            ? 'right'
            : [400, 'The preview must begin between 0:00 and 0:05.']
          : [
              400,
              /^(previewStart: )?The preview (must begin at a whole second|begins too late)\.$/,
            ],
    },
    ownField: 'datId',
  },
  setRecordingFacts: {
    prepare: async () => {
      const fan = await m.signUp();
      const facts = { ...noTypedFacts, isExplicit: true, pLine: '2026 Me' };
      return { fan, input: { datId: await release(fan, 1), facts } };
    },
    fields: {
      datId: idField('datId', documentId, 'There is no work of yours with this id.'),
      facts: only(400, /^facts[.:]/),
    },
    ownField: 'datId',
  },
  releaseDATFromSummary: {
    prepare: async () => {
      const [fan, artist] = [await r.operator(), await r.person()];
      return { fan, input: { contentId: await r.post(artist), tier: 'Silver' } };
    },
    fields: {
      contentId: (value) => {
        if (typeof value !== 'string' || value === '') {
          return [400, 'Missing contentId for summary release.'];
        }
        return value.length > 128
          ? [400, /^contentId: Invalid length: /]
          : [404, 'Release not found.'];
      },
      tier: only(400, 'Unknown tier.'),
    },
  },
};

export const calls: readonly string[] = Object.keys(rows);

const ofMoney = ['createPaymentLinkDatTokenTesting', 'purchaseEdition', 'processPayout'];

/**
 * The calls on which everything decided by `defineCall`, the common entry of all calls, is tried;
 * in the long run all calls.
 */
export const callsTriedInFull: readonly string[] = isLong ? calls : ofMoney;

/**
 * Returns the wrong values to try on a call: all, or only the first `worst`, which are the worst.
 */
export const valuesToTry = <T>(name: string, list: readonly T[], worst: number): readonly T[] =>
  callsTriedInFull.includes(name) ? list : list.slice(0, worst);

export function findCallRow(name: string): Row {
  const row = rows[name];
  if (!row) throw new Error(`No row for ${name}`);
  return row;
}

async function modulesIn(folder: string): Promise<object[]> {
  const path = join(import.meta.dirname, '../..', folder);
  const files = (await readdir(path)).filter((name) => !name.includes('.test.'));
  return Promise.all(files.map((name) => import(join(path, name))));
}

const listCalls = async () =>
  (await modulesIn('functions/calls'))
    .flatMap((module) => listHandlers({ ...module }))
    .filter(({ handler }) => handler.__endpoint.callableTrigger);

/** Lists the names of all calls that the server defines, so that none can lack a row here. */
export const definedCalls = async (): Promise<string[]> =>
  (await listCalls()).map(({ name }) => name).sort();

type Run = (request: object) => Promise<unknown>;

/** Runs a call in this process as a logged-in user. @throws HttpsError as the call does */
export async function runHere(name: string, { uid }: Fan, data: Input): Promise<unknown> {
  const found = (await listCalls()).find((one) => one.name === name);
  const run = found?.handler.run as Run | undefined;
  if (!run) throw new Error(`There is no call ${name}.`);
  const token = { uid, auth_time: Date.now() / 1_000, email_verified: true };
  const rawRequest = { body: { data }, headers: {}, header: () => undefined };
  return run({ auth: { uid, token }, data, rawRequest });
}

interface Contract {
  readonly name: string;
  readonly input: { readonly entries: Readonly<Record<string, { readonly type: string }>> };
}

const isContract = (value: object): value is Contract => 'name' in value && 'input' in value;

const contracts = (await modulesIn('shared/contracts/calls')).flatMap((module) =>
  Object.values(module).filter(isContract),
);

export function contractFields(name: string): { field: string; isOptional: boolean }[] {
  const contract = contracts.find((one) => one.name === name);
  if (!contract) throw new Error(`shared/contracts has no ${name}`);
  return Object.entries(contract.input.entries).map(([field, schema]) => ({
    field,
    isOptional: schema.type === 'optional',
  }));
}

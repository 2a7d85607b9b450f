import { type ApiCall, type Route, read, readPathId } from '../call.ts';
import { noSuch, refused } from '../errors.ts';
import { newId } from '../ids.ts';
import { findRow, listRows, makeList } from '../lists.ts';
import type { Reversal, Transfer } from '../objects.ts';
import { maybe, metadata, oneOf, text, whole } from '../params.ts';
import { recordMovement, sumBalance } from './balance-transactions.ts';

const createShape = {
  amount: whole(1),
  currency: oneOf('usd'),
  destination: text(),
  transfer_group: maybe(text()),
  description: maybe(text()),
  metadata,
};

/** Moves available money from the platform to a connected account, at once. */
function create(call: ApiCall): Transfer {
  const { world, scope, cause } = call;
  const input = read(call, createShape);
  const { amount, destination } = input;
  const account = world.store.get('accounts', destination);
  if (account === undefined) throw noSuch('destination', destination, 'destination');
  if (account.object.capabilities?.transfers !== 'active') {
    throw refused(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    );
  }
  if (sumBalance(world, scope) < amount) throw balanceInsufficient();
  const id = newId('tr');
  const paymentId = newId('py');
  const description = input.description ?? null;
  const object: Transfer = {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: recordMovement(world, {
      scope,
      type: 'transfer',
      amount: -amount,
      source: id,
      description,
    }).id,
    created: world.clock.nowSeconds(),
    currency: input.currency,
    description,
    destination,
    livemode: false,
    metadata: input.metadata,
    reversals: makeList(`/v1/transfers/${id}/reversals`, []),
    reversed: false,
    transfer_group: input.transfer_group ?? null,
  };
  recordMovement(world, {
    scope: destination,
    type: 'payment',
    amount,
    source: paymentId,
    description,
  });
  world.store.put('transfers', { id, scope, object });
  world.emit({ type: 'transfer.created', object, scope, cause });
  return object;
}

/** Reverses all or part of a transfer, if the connected account still has the money. */
function reverse(call: ApiCall): Reversal {
  const { world, scope, cause } = call;
  const input = read(call, { amount: maybe(whole(1)), description: maybe(text()), metadata });
  const row = findTransfer(call);
  const transfer = row.object;
  const left = transfer.amount - transfer.amount_reversed;
  if (left === 0) throw refused(`Transfer ${transfer.id} is already fully reversed.`);
  const amount = input.amount ?? left;
  if (amount > left) {
    throw refused(`Only ${left} cents of transfer ${transfer.id} are left to reverse.`, {
      param: 'amount',
    });
  }
  const destination = String(transfer.destination);
  if (sumBalance(world, destination) < amount) throw balanceInsufficient();
  const id = newId('trr');
  const object: Reversal = {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: recordMovement(world, {
      scope,
      type: 'transfer_refund',
      amount,
      source: id,
      description: input.description ?? null,
    }).id,
    created: world.clock.nowSeconds(),
    currency: transfer.currency,
    metadata: input.metadata,
    transfer: transfer.id,
  };
  recordMovement(world, {
    scope: destination,
    type: 'payment_refund',
    amount: -amount,
    source: id,
  });
  transfer.amount_reversed += amount;
  transfer.reversed = transfer.amount_reversed === transfer.amount;
  transfer.reversals.data = [object, ...transfer.reversals.data].slice(0, 10);
  world.store.put('transfers', row);
  world.store.put('reversals', { id, scope, object });
  world.emit({ type: 'transfer.reversed', object: transfer, scope, cause });
  return object;
}

function balanceInsufficient() {
  return refused(
    'You have insufficient available funds in your Stripe account. Here, a test adds funds with POST /_test/topup.',
    { code: 'balance_insufficient' },
  );
}

function findTransfer(call: ApiCall) {
  return findRow(call, 'transfers', { kind: 'transfer', id: readPathId(call) });
}

export const transferRoutes: Route[] = [
  { method: 'POST', path: '/v1/transfers', answers: 'transfer', handle: create },
  {
    method: 'GET',
    path: '/v1/transfers',
    handle: (call) =>
      listRows(call, 'transfers', {
        filters: { transfer_group: maybe(text()) },
        keep: (transfer, { transfer_group: group }) =>
          group === undefined || transfer.transfer_group === group,
      }),
  },
  {
    method: 'GET',
    path: '/v1/transfers/:id',
    handle: (call) => {
      read(call, {});
      return findTransfer(call).object;
    },
  },
  {
    method: 'POST',
    path: '/v1/transfers/:id/reversals',
    answers: 'transfer_reversal',
    handle: reverse,
  },
  {
    method: 'GET',
    path: '/v1/transfers/:id/reversals',
    handle: (call) => {
      const { id } = findTransfer(call);
      return listRows(call, 'reversals', {
        filters: {},
        keep: (reversal) => reversal.transfer === id,
      });
    },
  },
];

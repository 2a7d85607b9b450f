import * as applicationContracts from '@datchain/shared/contracts/calls/application.ts';
import * as operatorContracts from '@datchain/shared/contracts/calls/operators.ts';
import { apply, ownApplication } from '../applications/applications.ts';
import { defineCall } from '../edge/define.ts';
import { changeStock as changeStockNow, decide as decideNow } from '../operators/decide.ts';
import { operatorDesk, operatorPage } from '../operators/desk.ts';

/** Returns the state of the caller's application to release. */
export const getApplication = defineCall({
  ...applicationContracts.getApplication,
  failure: 'Your application could not be looked up. Try again.',
  run: ownApplication,
});

/** Applies for the release list on the caller's behalf. */
export const applyToRelease = defineCall({
  ...applicationContracts.applyToRelease,
  failure: 'Your application could not be sent. Try again.',
  needsConfirmedEmail: true,
  run: apply,
});

/** Returns the open tasks of the operators' desk. */
export const getOperatorDesk = defineCall({
  ...operatorContracts.getOperatorDesk,
  failure: 'The desk could not be read. Try again.',
  run: operatorDesk,
});

/** Returns another page of one of the desk's lists, or the results of a search in it. */
export const getDeskPage = defineCall({
  ...operatorContracts.getDeskPage,
  failure: 'The list could not be read. Try again.',
  run: operatorPage,
});

/** Records and carries out an operator's decision. */
export const decide = defineCall({
  ...operatorContracts.decide,
  failure: 'This could not be done. Try again.',
  secrets: ['STRIPE_SECRET_KEY'],
  run: decideNow,
});

/** Puts tokens on sale, or withdraws unsold ones, by an operator. */
export const changeStock = defineCall({
  ...operatorContracts.changeStock,
  failure: 'The tokens on sale could not be changed. Try again.',
  run: changeStockNow,
});

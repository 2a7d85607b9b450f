import * as applicationContracts from '@datchain/shared/contracts/calls/application.ts';
import * as operatorContracts from '@datchain/shared/contracts/calls/operators.ts';
import { apply, ownApplication } from '../applications/applications.ts';
import { defineCall } from '../edge/define.ts';
import { changeStock as changeStockNow, decide as decideNow } from '../operators/decide.ts';
import { operatorDesk, operatorPage } from '../operators/desk.ts';

export const getApplication = defineCall({
  ...applicationContracts.getApplication,
  failure: 'Your application could not be looked up. Try again.',
  run: ownApplication,
});

export const applyToRelease = defineCall({
  ...applicationContracts.applyToRelease,
  failure: 'Your application could not be sent. Try again.',
  needsConfirmedEmail: true,
  run: apply,
});

export const getOperatorDesk = defineCall({
  ...operatorContracts.getOperatorDesk,
  failure: 'The desk could not be read. Try again.',
  run: operatorDesk,
});

export const getDeskPage = defineCall({
  ...operatorContracts.getDeskPage,
  failure: 'The list could not be read. Try again.',
  run: operatorPage,
});

export const decide = defineCall({
  ...operatorContracts.decide,
  failure: 'This could not be done. Try again.',
  secrets: ['STRIPE_SECRET_KEY'],
  run: decideNow,
});

export const changeStock = defineCall({
  ...operatorContracts.changeStock,
  failure: 'The tokens on sale could not be changed. Try again.',
  run: changeStockNow,
});

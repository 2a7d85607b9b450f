import * as accountContracts from '@datchain/shared/contracts/calls/account.ts';
import * as nameContract from '@datchain/shared/contracts/calls/artist-name.ts';
import * as booksContract from '@datchain/shared/contracts/calls/books.ts';
import * as handleContract from '@datchain/shared/contracts/calls/ledger-handle.ts';
import * as mailContract from '@datchain/shared/contracts/calls/login-mail.ts';
import * as notificationsContract from '@datchain/shared/contracts/calls/notifications.ts';
import { defineCall } from '../edge/define.ts';
import { askToConfirm } from '../mail/login-mails.ts';
import { changeSettings } from '../mail/settings.ts';
import { choose, isUnnamed } from '../names/choose.ts';
import { claimArtistName as claim } from '../names/claim-artist-name.ts';
import { indexOldArtistNames } from '../names/index-artist-names.ts';
import { proveBalance } from '../public-books/balance-proof.ts';
import { change, ownAccount } from '../users/account.ts';
import { closeAccount as close, whatIsOpen } from '../users/close-account.ts';
import { download } from '../users/download.ts';
import { setLogin } from '../users/login.ts';

/** Claims the artist name of an account while it is being created (docs/decisions/0031). */
export const claimArtistName = defineCall({
  ...nameContract.claimArtistName,
  failure: 'The artist name could not be checked. Try again.',
  async run(services, uid, { artistName }) {
    await indexOldArtistNames(services);
    return claim(services, uid, artistName);
  },
});

/** Sets or reads whether the caller is named in public (docs/decisions/0020). */
export const setLedgerHandle = defineCall({
  ...handleContract.setLedgerHandle,
  failure: 'Your choice could not be saved. Try again.',
  async run(services, uid, { handle }) {
    const refused = handle && (await choose(services, uid, handle === 'hidden'));
    if (refused) return refused;
    return { handle: (await isUnnamed(services, uid)) ? ('hidden' as const) : ('shown' as const) };
  },
});

export const setNotifications = defineCall({
  ...notificationsContract.setNotifications,
  failure: 'Your choice could not be saved. Try again.',
  run: changeSettings,
});

export const getBalanceProof = defineCall({
  ...booksContract.getBalanceProof,
  failure: 'Your balance could not be looked up in the books. Try again.',
  run: proveBalance,
});

/** Returns the caller's account as they see it (N-PPL-01). */
export const getAccount = defineCall({
  ...accountContracts.getAccount,
  failure: 'Your account could not be looked up. Try again.',
  run: ownAccount,
});

/** Changes the caller's name, username or picture (N-PPL-01). */
export const changeAccount = defineCall({
  ...accountContracts.changeAccount,
  failure: 'This could not be changed. Try again.',
  run: change,
});

/** Changes the caller's e-mail address or password (N-PPL-01). */
export const changeLogin = defineCall({
  ...accountContracts.changeLogin,
  failure: 'This could not be changed. Try again.',
  needsRecentLogin: true,
  run: setLogin,
});

/** Sends the caller the e-mail that confirms their address (N-MON-12, N-PPL-05). */
export const sendConfirmation = defineCall({
  ...mailContract.sendConfirmation,
  failure: 'The e-mail could not be sent. Try again in a few minutes.',
  secrets: ['MAIL_API_KEY', 'MAIL_LINK_KEY'],
  run: askToConfirm,
});

/** Signs the caller out on every device (N-PPL-01). */
export const signOutEverywhere = defineCall({
  ...accountContracts.signOutEverywhere,
  failure: 'You could not be logged out everywhere. Try again.',
  async run({ authUsers }, uid) {
    await authUsers.endSessions(uid);
    return {};
  },
});

/** Lists what has to happen before the caller's account can be closed (N-PPL-03). */
export const getClosing = defineCall({
  ...accountContracts.getClosing,
  failure: 'What is still open could not be looked up. Try again.',
  run: whatIsOpen,
});

/** Closes the caller's account (N-PPL-03). */
export const closeAccount = defineCall({
  ...accountContracts.closeAccount,
  failure: 'Your account could not be closed. Try again.',
  needsRecentLogin: true,
  run: close,
});

/** Returns everything that is stored about the caller (N-PPL-02). */
export const downloadAccount = defineCall({
  ...accountContracts.downloadAccount,
  failure: 'Your data could not be put together. Try again.',
  needsRecentLogin: true,
  run: download,
});

import { changeAllowList, listAllowed } from '@datchain/functions/releases/allow-list.ts';
import { keepAccountList } from './lib/account-list.ts';

await keepAccountList({
  name: 'allow-list',
  purpose: 'Manages the accounts that may release DATS.',
  nobody: 'Nobody may release.',
  uids: listAllowed,
  set: changeAllowList,
});

import { parseArgs } from 'node:util';
import { clock } from '@datchain/functions/clock.ts';
import type { Services } from '@datchain/functions/services.ts';
import { type AuthUsers, authUsers } from '@datchain/functions/stores/auth-users.ts';
import { auth, firestore } from '@datchain/functions/stores/firebase.ts';
import { firestoreStore } from '@datchain/functions/stores/firestore-store.ts';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { runCommandLine } from './command-line.ts';
import { pointToProject, whereHelp, whereOptions } from './project-files.ts';

/** The parts of the server that the script needs: no key but the project's own credentials. */
type Needs = Pick<Services, 'store' | 'clock'> & { readonly authUsers: AuthUsers };

export interface AccountList {
  readonly name: string;
  readonly purpose: string;
  readonly nobody: string;
  readonly uids: (all: Needs) => Promise<string[]>;
  readonly set: (all: Needs, uid: string, isOn: boolean) => Promise<string | Refusal>;
}

interface Named {
  readonly uid: string;
  /** Undefined when the account is deleted or has no address. */
  readonly email: string | undefined;
}

const shown = ({ uid, email }: Named): string => `${uid}  ${email ?? '(no account)'}`;

const helpOf = ({ name, purpose }: AccountList): string => `${purpose}

  npm run ${name} -- list                    lists the accounts with uid and e-mail address
  npm run ${name} -- add <email-or-uid>      puts an account on the list
  npm run ${name} -- remove <email-or-uid>   takes an account off the list, effective from its next call

  --dry-run   shows the change without making it
${whereHelp}
  --help      this text`;

async function everybody(accounts: AccountList, all: Needs): Promise<string[]> {
  const uids = await accounts.uids(all);
  if (uids.length === 0) return [accounts.nobody];
  const found = await Promise.all(uids.map((uid) => all.authUsers.find(uid)));
  return uids.map((uid, index) => shown({ uid, email: found[index]?.email }));
}

/** Finds the named account; a deleted one can still be removed by its uid. */
async function named(all: Needs, name: string, mayBeGone: boolean): Promise<Named> {
  const account = await all.authUsers.find(name);
  if (account) return account;
  if (mayBeGone && !name.includes('@')) return { uid: name, email: undefined };
  throw new Error(`There is no account ${name}.`);
}

async function change(
  accounts: AccountList,
  all: Needs,
  { name, isDry, isAdding }: { name: string; isDry: boolean; isAdding: boolean },
): Promise<string[]> {
  const account = await named(all, name, !isAdding);
  const isOn = (await accounts.uids(all)).includes(account.uid);
  if (isOn === isAdding) {
    return [`${shown(account)} is ${isOn ? 'on the list already' : 'not on the list'}.`];
  }
  const done = isAdding ? 'put on the list' : 'taken off the list';
  if (isDry) return [`Would be ${done}: ${shown(account)}`];
  const outcome = await accounts.set(all, account.uid, isAdding);
  if (isRefusal(outcome)) throw new Error(outcome.message);
  return [`Was ${done}: ${shown(account)}`];
}

async function run(accounts: AccountList): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      ...whereOptions,
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const [command = '', name, ...more] = positionals;
  const help = helpOf(accounts);
  if (values.help) return help;
  const isChange = command === 'add' || command === 'remove';
  if (more.length > 0 || (!isChange && (command !== 'list' || name))) throw new Error(help);
  if (isChange && !name) throw new Error('Name an account by its e-mail address or uid.');
  pointToProject(values);
  const all = { store: firestoreStore(firestore()), clock, authUsers: authUsers(auth()) };
  const lines = name
    ? await change(accounts, all, { name, isDry: values['dry-run'], isAdding: command === 'add' })
    : await everybody(accounts, all);
  return lines.join('\n');
}

export const keepAccountList = (accounts: AccountList): Promise<void> =>
  runCommandLine(() => run(accounts));

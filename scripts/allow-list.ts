import { parseArgs } from 'node:util';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { allowUser, disallowUser, listAllowed } from '../functions/releases/allow-list.ts';
import { type AuthUsers, authUsers } from '../functions/stores/auth-users.ts';
import type { DocumentStore } from '../functions/stores/document-store.ts';
import { auth, firestore } from '../functions/stores/firebase.ts';
import { firestoreStore } from '../functions/stores/firestore-store.ts';
import { localEnvironment } from './lib/local-environment.ts';

const help = `Who may release DATS.

  npm run allow-list -- list                    uid and e-mail address of everybody on the list
  npm run allow-list -- add <email-or-uid>      puts an account on the list
  npm run allow-list -- remove <email-or-uid>   takes it off; it loses RELEASE at its next page

  --dry-run   says what would be done, writes nothing
  --env       the project that GCLOUD_PROJECT names, with the application default credentials;
              without it, the stack of npm start
  --help      this text`;

/** All that this needs of the server: no key but the project's own credentials. */
interface Needs {
  readonly store: DocumentStore;
  readonly authUsers: AuthUsers;
}

interface Named {
  readonly uid: string;
  /** Undefined when the account is gone or has no address. */
  readonly email: string | undefined;
}

const shown = ({ uid, email }: Named): string => `${uid}  ${email ?? '(no account)'}`;

async function list(all: Needs): Promise<string[]> {
  const uids = await listAllowed(all);
  if (uids.length === 0) return ['Nobody may release.'];
  const accounts = await Promise.all(uids.map((uid) => all.authUsers.find(uid)));
  return uids.map((uid, index) => shown({ uid, email: accounts[index]?.email }));
}

/** The account that is meant; one that is gone can still be taken off the list by its uid. */
async function named(all: Needs, name: string, mayBeGone: boolean): Promise<Named> {
  const account = await all.authUsers.find(name);
  if (account) return account;
  if (mayBeGone && !name.includes('@')) return { uid: name, email: undefined };
  throw new Error(`There is no account ${name}.`);
}

async function change(
  all: Needs,
  { name, isDry, isAdding }: { name: string; isDry: boolean; isAdding: boolean },
): Promise<string[]> {
  const account = await named(all, name, !isAdding);
  const isOn = (await listAllowed(all)).includes(account.uid);
  if (isOn === isAdding) {
    return [`${shown(account)} is ${isOn ? 'on the list already' : 'not on the list'}.`];
  }
  const done = isAdding ? 'put on the list' : 'taken off the list';
  if (isDry) return [`Would be ${done}: ${shown(account)}`];
  const outcome = await (isAdding ? allowUser : disallowUser)(all, account.uid);
  if (isRefusal(outcome)) throw new Error(outcome.message);
  return [`Was ${done}: ${shown(account)}`];
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      env: { type: 'boolean' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const [command = '', name, ...more] = positionals;
  if (values.help) return console.log(help);
  const isChange = command === 'add' || command === 'remove';
  if (more.length > 0 || (!isChange && (command !== 'list' || name))) throw new Error(help);
  if (isChange && !name) throw new Error('Whom? Name an e-mail address or a uid.');
  if (!values.env) Object.assign(process.env, localEnvironment());
  const all = { store: firestoreStore(firestore()), authUsers: authUsers(auth()) };
  const lines = name
    ? await change(all, { name, isDry: values['dry-run'], isAdding: command === 'add' })
    : await list(all);
  for (const line of lines) console.log(line);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

import { createHmac, randomBytes } from 'node:crypto';
import { type LogPerson, readPerson } from '@datchain/shared/contracts/documents/log-person.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Batch, Data, DocumentStore } from '../stores/document-store.ts';

/** Makes a commitment that no one can find by trying user ids, and that its owner can prove with the salt. */
export const makeCommitment = (uid: string, salt: string): string =>
  createHmac('sha256', Buffer.from(salt, 'hex')).update(uid).digest('hex');

export function newPerson(uid: string, salt = randomBytes(32).toString('hex')): LogPerson {
  return { salt, person: makeCommitment(uid, salt), isUnnamed: false, isPending: false };
}

export interface People {
  readonly commitmentOf: (uid: string) => string;
  readonly create: Required<Batch>['create'];
}

export async function readPeople(store: DocumentStore, uids: readonly string[]): Promise<People> {
  const stored = await store.read(uids.map(docs.publicLogPerson));
  const create: { path: string; data: Data }[] = [];
  const commitments = new Map<string, string>();
  for (const uid of uids) {
    const path = docs.publicLogPerson(uid);
    const known = stored.get(path);
    const person = known ? readPerson(known.data) : newPerson(uid);
    if (!known) create.push({ path, data: person });
    commitments.set(uid, person.person);
  }
  return {
    commitmentOf(uid) {
      const commitment = commitments.get(uid);
      if (!commitment) throw new Error('unreachable: everybody in the lines was read');
      return commitment;
    },
    create,
  };
}

import { createHmac, randomBytes } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import * as v from 'valibot';
import type { Batch, Data, DocumentStore } from '../stores/document-store.ts';

const personSchema = v.object({
  /** 32 bytes in hex; never published. */
  salt: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  person: v.string(),
  /** Chose to be named nowhere in public. */
  isUnnamed: v.boolean(),
  /** What is public may still be as before that choice. */
  isPending: v.optional(v.boolean(), false),
});

/** What stands for a user in the public log, and whether they want to be named. */
export type LogPerson = v.InferOutput<typeof personSchema>;

export const readPerson = (stored: Data): LogPerson => v.parse(personSchema, stored);

/** What nobody can find out by trying user ids, and its owner can prove by showing the salt. */
export const commitmentOf = (uid: string, salt: string): string =>
  createHmac('sha256', Buffer.from(salt, 'hex')).update(uid).digest('hex');

export function newPerson(uid: string, salt = randomBytes(32).toString('hex')): LogPerson {
  return { salt, person: commitmentOf(uid, salt), isUnnamed: false, isPending: false };
}

export interface People {
  readonly commitmentOf: (uid: string) => string;
  /** Documents of those who have none yet. */
  readonly create: Required<Batch>['create'];
}

/** The commitments of these users; who has none yet gets one with the same write. */
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

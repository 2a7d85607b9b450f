import { formatVkey, type NoteKey, readVkey } from './keys.ts';

/** The keys that may sign checkpoints, and the required cosignatures (C2SP tlog-policy). */
export interface Policy {
  readonly logs: readonly NoteKey[];
  readonly witnesses: readonly PolicyWitness[];
  readonly groups: readonly Group[];
  /** The name of a witness or a group, or `none`. */
  readonly quorum: string;
}

export interface PolicyWitness {
  readonly name: string;
  readonly key: NoteKey;
  /** The address that checkpoints are sent to; '' if the policy has none. */
  readonly url: string;
}

/** A group, which counts as a witness once `least` of its members cosigned. */
export interface Group {
  readonly name: string;
  readonly least: number;
  readonly members: readonly string[];
}

export const noQuorum = 'none';

export function policyText({ logs, witnesses, groups, quorum }: Policy): string {
  const lines = [
    ...logs.map((key) => `log ${formatVkey(key)}`),
    ...witnesses.map(({ name, key, url }) => `witness ${name} ${formatVkey(key)} ${url}`.trim()),
    ...groups.map(({ name, least, members }) => `group ${name} ${least} ${members.join(' ')}`),
    `quorum ${quorum}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

export class PolicyError extends Error {
  override readonly name = 'PolicyError';
  /** The line, from 1; 0 if something is missing. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

type Draft = {
  logs: NoteKey[];
  witnesses: PolicyWitness[];
  groups: Group[];
  quorum: string | undefined;
};

class Reader {
  readonly #draft: Draft = { logs: [], witnesses: [], groups: [], quorum: undefined };
  readonly #names = new Set<string>([noQuorum]);
  readonly #members = new Set<string>();
  readonly #keys = new Set<string>();
  #line = 0;

  read(text: string): Policy {
    for (const line of text.split('\n')) {
      this.#line += 1;
      const words = line.split(/[ \t]+/).filter((word) => word !== '');
      if (words.length > 0 && !words[0]?.startsWith('#')) this.#add(words);
    }
    const { quorum, ...rest } = this.#draft;
    if (quorum === undefined) throw new PolicyError(0, 'The policy has no quorum');
    return { ...rest, quorum };
  }

  #fail(message: string): never {
    throw new PolicyError(this.#line, message);
  }

  #add([what, ...words]: readonly string[]): void {
    if (what === 'log') this.#addLog(words);
    else if (what === 'witness') this.#addWitness(words);
    else if (what === 'group') this.#addGroup(words);
    else if (what === 'quorum') this.#addQuorum(words);
    else this.#fail(`${what} is not a line of a policy`);
  }

  #keyOf(vkey: string | undefined, type: NoteKey['type']): NoteKey {
    const key = readVkey(vkey ?? '');
    if (key?.type !== type) this.#fail(`This is not the key of a ${type}`);
    const id = key.publicKey.join();
    if (this.#keys.has(id)) this.#fail('This key is listed twice');
    this.#keys.add(id);
    return key;
  }

  #addLog([vkey, ...more]: readonly string[]): void {
    if (more.length > 1) this.#fail('The line has too many words');
    this.#draft.logs.push(this.#keyOf(vkey, 'log'));
  }

  #addWitness([name = '', vkey, url = '', ...more]: readonly string[]): void {
    if (more.length > 0) this.#fail('The line has too many words');
    this.#define(name);
    this.#draft.witnesses.push({ name, key: this.#keyOf(vkey, 'witness'), url });
  }

  #define(name: string): void {
    if (name === '' || this.#names.has(name)) this.#fail(`The name ${name} is taken or missing`);
    this.#names.add(name);
  }

  #addGroup([name = '', threshold = '', ...members]: readonly string[]): void {
    for (const member of members) {
      const isKnown = member !== noQuorum && this.#names.has(member);
      if (!isKnown || this.#members.has(member)) this.#fail(`${member} cannot be a member`);
      this.#members.add(member);
    }
    this.#define(name);
    const named = new Map([
      ['all', members.length],
      ['any', 1],
    ]);
    const least = named.get(threshold) ?? (/^[1-9]\d*$/.test(threshold) ? Number(threshold) : 0);
    if (least < 1 || least > members.length) this.#fail(`${threshold} is not a threshold`);
    this.#draft.groups.push({ name, least, members });
  }

  #addQuorum([name = '', ...more]: readonly string[]): void {
    if (more.length > 0 || this.#draft.quorum !== undefined) this.#fail('There is one quorum');
    if (!this.#names.has(name)) this.#fail(`The quorum ${name} is not defined`);
    this.#draft.quorum = name;
  }
}

/**
 * Reads a policy.
 *
 * @throws PolicyError with the invalid line
 */
export const readPolicy = (text: string): Policy => new Reader().read(text);

/**
 * Says whether witnesses reach the quorum.
 *
 * @param seen the policy's names of witnesses that cosigned
 */
export function hasQuorum({ groups, quorum }: Policy, seen: ReadonlySet<string>): boolean {
  if (quorum === noQuorum) return true;
  const reached = new Set(seen);
  for (const { name, least, members } of groups) {
    if (members.filter((member) => reached.has(member)).length >= least) reached.add(name);
  }
  return reached.has(quorum);
}

/** Says whether a witness belongs to the log's operator, and so proves little. */
export const isOwnWitness = (name: string): boolean => name.startsWith('own-');

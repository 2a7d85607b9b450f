/** The faults of a published log; docs/verify-log.md defines them. */
export const faults = {
  bytes: 'is not printable ASCII of at most 8192 bytes with a line feed at its end',
  form: 'is not in the format of such a line',
  number: 'has a number that does not match its place',
  line: 'is not the entry that the tree has in its place',
  entry: 'is not the entry whose hash the tree has in its place',
  hash: 'is not the hash of its entry',
  tile: 'does not have as many hashes as the tree has there',
  bundle: 'does not have as many entries as the tree has there, each with its length',
  block: 'is not the hash over the tile below it',
  root: 'has a root that its entries do not have',
  missing: 'is missing, although it was signed',
  unsigned: 'comes after the last entry that was signed',
  policy: 'is not a line of a policy',
  note: 'is not a signed checkpoint',
  key: 'is not signed with a key that the policy lists',
  stranger: 'is of a log that the policy does not name',
  signature: 'has a signature that is wrong',
  fork: 'does not begin with the log that was seen earlier: there are two',
} as const;

export type Fault = keyof typeof faults;

export const doubts = {
  smaller: 'It is smaller than the log that was seen earlier: an old state.',
  quorum: 'Too few witnesses have seen it.',
  stale: 'It is older than it may be.',
} as const;

export type Doubt = keyof typeof doubts;

export interface Failure {
  readonly ok: false;
  /** The file's path below data/v1/. */
  readonly where: string;
  /** The number of the line, hash or entry in the file, from 1; 0 for the whole file. */
  readonly at: number;
  readonly fault: Fault;
}

const unitOf = (where: string): string => {
  if (where.includes('/tile/entries/')) return 'entry';
  return where.includes('/tile/') ? 'hash' : 'line';
};

export const failureText = ({ where, at, fault }: Failure): string =>
  `${where}${at === 0 ? '' : ` ${unitOf(where)} ${at}`}: it ${faults[fault]} (${fault}).`;

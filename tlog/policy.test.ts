import { expect, test } from 'vitest';
import { formatVkey } from './keys.ts';
import { hasQuorum, PolicyError, policyText, readPolicy } from './policy.ts';
import { noteSigner } from './signer.ts';
import { vector } from './testing/vector.ts';

const seed = (digit: number) => String(digit).repeat(64);
const keys = await Promise.all(
  [1, 2, 3].map(async (each) =>
    formatVkey(await noteSigner(`w${each}.example`, 'witness', seed(each))),
  ),
);

const text = `log ${vector.logKey}
witness one ${keys[0]} https://w1.example
witness two ${keys[1]}
witness three ${keys[2]}
group others 1 two three
group all 2 one others
quorum all
`;

test('a policy reads back exactly as it was written', () => {
  expect(policyText(readPolicy(text))).toBe(text);
});

test('spaces, empty lines and comments do not matter; all and any stand for numbers', () => {
  const loose = text
    .replace('group others 1', '  # a comment\n\n\tgroup \t others any')
    .replace('group all 2', 'group all all');
  expect(policyText(readPolicy(loose))).toBe(text);
});

test.each([
  [['one', 'two'], true],
  [['one', 'three'], true],
  [['two', 'three'], false],
  [['one'], false],
  [[], false],
])('a checkpoint seen by %j reaches the quorum: %s', (seen, isEnough) => {
  expect(hasQuorum(readPolicy(text), new Set(seen))).toBe(isEnough);
});

test('without a quorum no witness is needed', () => {
  expect(hasQuorum(readPolicy(`log ${vector.logKey}\nquorum none\n`), new Set())).toBe(true);
});

test.each([
  ['a line of another kind', 'key x\nquorum none\n', 1],
  ['a log with the key of a witness', `log ${keys[0]}\nquorum none\n`, 1],
  ['a witness with the key of a log', `witness w ${vector.logKey}\nquorum none\n`, 1],
  ['a key twice', `witness a ${keys[0]}\nwitness b ${keys[0]}\nquorum none\n`, 2],
  ['a name twice', `witness a ${keys[0]}\nwitness a ${keys[1]}\nquorum none\n`, 2],
  ['a witness named none', `witness none ${keys[0]}\nquorum none\n`, 1],
  ['a member that is not defined', `witness a ${keys[0]}\ngroup g 1 b\nquorum g\n`, 2],
  ['a member twice', `witness a ${keys[0]}\ngroup g 1 a a\nquorum g\n`, 2],
  ['none as a member', 'group g 1 none\nquorum g\n', 1],
  ['a threshold above its members', `witness a ${keys[0]}\ngroup g 2 a\nquorum g\n`, 2],
  ['a threshold of 0', `witness a ${keys[0]}\ngroup g 0 a\nquorum g\n`, 2],
  ['a group of nobody', 'group g all\nquorum g\n', 1],
  ['a quorum that is not defined', 'quorum q\n', 1],
  ['two quorums', 'quorum none\nquorum none\n', 2],
  ['no quorum', `log ${vector.logKey}\n`, 0],
])('a policy with %s is refused, with its line', (_what, policy, line) => {
  expect(() => readPolicy(policy)).toThrow(PolicyError);
  try {
    readPolicy(policy);
  } catch (error) {
    expect((error as PolicyError).line).toBe(line);
  }
});

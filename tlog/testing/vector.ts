import { bytesOfText } from '../bytes.ts';

/**
 * A log of three lines with all derived values, checked by Go's x/mod and by `@sigstore/verify`: a test
 * vector for new verifiers.
 */
export const vector = {
  logSeed: '64656d6f206b65793a206974207369676e73206e6f7468696e67207265616c21',
  witnessSeed: '7769746e657373206b65793a20697420686173207365656e206e6f7468696e67',
  lines: [
    '{"seq":1,"at":"2026-11-20T09:00:00.000Z","kind":"token-issue","block":"1","tokens":1000}\n',
    '{"seq":2,"at":"2026-11-20T09:00:05.000Z","kind":"takedown","datId":"d1","reason":"Rights"}\n',
    '{"seq":3,"at":"2026-11-20T09:00:09.000Z","kind":"payouts","day":"2026-11-19","paidCents":1250,"reversedCents":0}\n',
  ],
  leaves: [
    'e27cafa3dc36b87f16404b4182e31eb2a2a46cc39ce05b700c288033c3d91bb8',
    '1f4d6b4a9255307a401649bd3a72d5f5792824820e8b434ab3ef163183be065b',
    'd9632edad70b6dcf272e7037ef15f506ba0271c48e63416e3b9bf129dabb45eb',
  ],
  root: '6349c547fee8a39ee602250f2c9daac59de59f0e420c36d8663f5f55419b3c79',
  origin: 'datchain.example/data/v1/tlog',
  logKey: 'datchain.example/data/v1/tlog+7060dab3+AYhb5BtKIh/50Efn0863EsReJvjoeYNesWQohpQ5ec4/',
  witnessName: 'witness.example/w1',
  witnessKey: 'witness.example/w1+15e78abd+BP2Lhv7A360Tab47aXmlpyIUj+Xekif4bbmrSURgGc4w',
  cosignedSeconds: 1_795_165_210,
  note: `datchain.example/data/v1/tlog
3
Y0nFR/7oo57mAiUPLJ2qxZ3lnw5CDDbYZj9fVUGbPHk=

— datchain.example/data/v1/tlog cGDas9z1ui2Hut2yHvnEdEqlLvFuYrQXhHD+fFErXihbE6sFiu+pjiRHQj4Biek06a6a4awS08oM/kPr/OsU5RGneww=
— witness.example/w1 FeeKvQAAAABrAAwaOmGSUdIHxIE0/C7MfYZfbH/x2YtkJBYs4s8OSJQJA98FMtYy9z/VJ4ceYe71fwM+D/HIeWFagiPEXIe1YpOwCQ==
`,
} as const;

export const madeEntries = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, at) => bytesOfText(`{"seq":${at + 1}}\n`));

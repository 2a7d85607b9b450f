/** Tables of docs/behaviour, repeated here so that tests compare the product with them. */

/** The code of a callable's answer by its HTTP status (R-CAL-02). */
export const codeOfStatus = [
  [400, 'invalid-argument'],
  [401, 'unauthenticated'],
  [403, 'permission-denied'],
  [404, 'not-found'],
  [409, 'aborted'],
  [429, 'resource-exhausted'],
  [499, 'cancelled'],
  [500, 'internal'],
  [501, 'unimplemented'],
  [503, 'unavailable'],
  [504, 'deadline-exceeded'],
] as const;

/** The spend in cents per reward token, by the cents of tokens sold so far (R-WAL-18). */
export const rewardThresholds: readonly (readonly [soldCents: number, thresholdCents: number])[] = [
  [0, 25_000],
  [2_499_999_999, 25_000],
  [2_500_000_000, 30_000],
  [4_999_999_999, 30_000],
  [5_000_000_000, 35_000],
  [7_499_999_999, 35_000],
  [7_500_000_000, 40_000],
  [10_000_000_000, 40_000],
  [10_000_000_001, 25_000],
];

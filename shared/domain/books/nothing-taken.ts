export const nothingTaken = {
  tokens: 0,
  faceMicros: 0,
  poolMicros: 0,
  missing: 0,
};

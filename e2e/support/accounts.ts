/** An account that can log in; its uid is known where a test made it itself. */
export type Account = { email: string; password: string };

const password = 'demo-password';

/** The accounts of the demo world. Journeys share them: change nothing that others rely on. */
export const demoAccounts = {
  fan: { email: 'fan@dats.test', password },
  artist: { email: 'artist@dats.test', password },
  operator: { email: 'operator@dats.test', password },
  newfan: { email: 'newfan@dats.test', password },
} satisfies Record<string, Account>;

import {
  readDebtMicros,
  readOwnedDats,
  readSpendable,
} from '@datchain/shared/contracts/documents/user-wallet.ts';
import type { Spendable } from '@datchain/shared/domain/books/lots.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';

/** What a purchase asks of the buyer's own wallet. Public data names no owner to compare with. */
export interface Buyer {
  readonly spendable: Spendable;
  /** The edition is theirs already. */
  readonly ownsIt: boolean;
  /** Owed: nothing can be spent before it is settled. */
  readonly debtMicros: UsdMicros;
}

/** Reads `users/{uid}/wallet/main` for one edition of a DAT. */
export const readBuyer =
  (datId: string, number: number) =>
  (wallet: unknown): Buyer => ({
    spendable: readSpendable(wallet),
    debtMicros: readDebtMicros(wallet),
    ownsIt: readOwnedDats(wallet).some(
      (owned) => owned.datId === datId && owned.edition === number && !owned.sold,
    ),
  });

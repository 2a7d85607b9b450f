import type { Stored } from '../stored.ts';
import type {
  orderEditionSchema,
  orderPartSchema,
  orderPartsSchema,
  orderStates,
  otherTokensSchema,
  ownOrderSchema,
  stripeFeeSchema,
  takenBackSchema,
} from './order-schema.ts';

export type OrderPart = Stored<typeof orderPartSchema>;
export type OtherTokens = Stored<typeof otherTokensSchema>;
export type TakenBack = Stored<typeof takenBackSchema>;
export type StripeFee = Stored<typeof stripeFeeSchema>;
export type OrderEdition = Stored<typeof orderEditionSchema>;
export type OwnOrder = Stored<typeof ownOrderSchema>;
export type OrderState = (typeof orderStates)[number];
export type Order = OwnOrder & Stored<typeof orderPartsSchema>;

export const PLATFORM = 'platform';

import { randomInt } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id as Firestore makes them up: twenty letters and digits. */
export const newDocumentId = (): string =>
  Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('');

/** What a client sent cannot be stored or understood (REST 400, `invalid_data` on a socket). */
export class InvalidData extends Error {}

/** The rules say no (REST 401, `permission_denied` on a socket). */
export class PermissionDenied extends Error {
  constructor() {
    super('Permission denied');
  }
}

/** A compare-and-set found another value (REST 412, `datastale` on a socket). */
export class StaleData extends Error {
  constructor() {
    super('Transaction hash does not match');
  }
}

/** Something production does and this stand-in does not. */
export class NotImplemented extends Error {
  constructor(what: string) {
    super(`${what} is not implemented by the local Realtime Database`);
  }
}

/** The rules file cannot be used; the message says where and why. */
export class InvalidRules extends Error {}

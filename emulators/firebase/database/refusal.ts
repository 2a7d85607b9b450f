/** Invalid or unreadable data from a client (REST 400, `invalid_data` on a socket). */
export class InvalidData extends Error {}

/** A refusal by the rules (REST 401, `permission_denied` on a socket). */
export class PermissionDenied extends Error {
  constructor() {
    super('Permission denied');
  }
}

/** A compare-and-set that found another value (REST 412, `datastale` on a socket). */
export class StaleData extends Error {
  constructor() {
    super('Transaction hash does not match');
  }
}

export class NotImplemented extends Error {
  constructor(what: string) {
    super(`${what} is not implemented by the local Realtime Database`);
  }
}

export class InvalidRules extends Error {}

export type StripeErrorBody = {
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error';
  message: string;
  code?: string;
  param?: string;
};

/**
 * A refusal in Stripe's own shape.
 * `stored` says whether the idempotency layer keeps it. Stripe keeps answers given after the
 * endpoint began to execute, never a failed validation, a 401 or a 429.
 */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  readonly stored: boolean;

  constructor(status: number, body: StripeErrorBody, stored: boolean) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.stored = stored;
  }
}

/** Makes a 400 for a parameter that fails validation; never stored. */
export function invalidParam(param: string, message: string, code?: string): StripeFailure {
  const body: StripeErrorBody = { type: 'invalid_request_error', message, param };
  return new StripeFailure(400, code === undefined ? body : { ...body, code }, false);
}

/** Makes a 400 for a refusal by the endpoint itself (state, balance …); stored under the key. */
export function refused(message: string, extra: { code?: string; param?: string } = {}) {
  return new StripeFailure(400, { type: 'invalid_request_error', message, ...extra }, true);
}

/** Makes the error for a missing object named by the path (404) or by a parameter (400). */
export function noSuch(kind: string, id: string, param = 'id'): StripeFailure {
  return new StripeFailure(
    param === 'id' ? 404 : 400,
    {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param,
      message: `No such ${kind}: '${id}'`,
    },
    true,
  );
}

export function masked(key: string): string {
  return `${key.slice(0, 8)}****${key.slice(-4)}`;
}

/**
 * Makes a 403 for an account that the key may not act for: unknown, deleted, disconnected or of
 * another platform. Stripe does not say which.
 */
export function accountInvalid(shownKey: string, account: string): StripeFailure {
  const message = `The provided key '${shownKey}' does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`;
  const body = { type: 'invalid_request_error', code: 'account_invalid', message } as const;
  return new StripeFailure(403, body, false);
}

export function notImplemented(what: string, param?: string, status = 400): StripeFailure {
  return new StripeFailure(
    status,
    {
      type: 'invalid_request_error',
      message: `The local Stripe emulator does not implement ${what}.`,
      ...(param === undefined ? {} : { code: 'parameter_unknown', param }),
    },
    false,
  );
}

import { logger } from 'firebase-functions';

type Details = Record<string, unknown>;

/** Structured logs of the server. They must not contain e-mail addresses, tokens or card data. */
export const log = {
  info: (message: string, details: Details = {}) => logger.info(message, details),
  warn: (message: string, details: Details = {}) => logger.warn(message, details),
  error: (message: string, details: Details = {}) => logger.error(message, details),
};

import { onRequest } from 'firebase-functions/https';
import { place, siteRequests } from '../machines.ts';
import { services } from '../services.ts';
import { lateAnswer } from './late-answer.ts';

/** Answers addresses below /viewdat, /analytics, /certificate and /profile that have no file. */
export const latePage = onRequest({ ...place, ...siteRequests }, (request, response) =>
  lateAnswer(services(), request, response),
);

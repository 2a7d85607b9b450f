import { onRequest } from 'firebase-functions/https';
import { lateAnswer } from '../edge/late-answer.ts';
import { place, siteRequests } from '../machines.ts';
import { services } from '../services.ts';

/** Answers addresses below /viewdat, /analytics, /certificate and /profile that have no file. */
export const latePage = onRequest({ ...place, ...siteRequests }, (request, response) =>
  lateAnswer(services(), request, response),
);

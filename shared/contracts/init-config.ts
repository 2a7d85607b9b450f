import * as v from 'valibot';

const localAddress = v.optional(v.pipe(v.string(), v.url()));

/**
 * `/__/firebase/init.json`: addresses and keys at run time, so that one build runs anywhere.
 * Firebase Hosting serves it in production; the local stack serves the same with `local` added.
 */
export const initConfigSchema = v.object({
  apiKey: v.string(),
  projectId: v.string(),
  databaseURL: v.string(),
  authDomain: v.optional(v.string()),
  storageBucket: v.optional(v.string()),
  appId: v.optional(v.string()),
  messagingSenderId: v.optional(v.string()),
  /** Addresses of the local stack, each like http://127.0.0.1:9099; absent in production. */
  local: v.optional(
    v.object({
      auth: localAddress,
      firestore: localAddress,
      functions: localAddress,
      storage: localAddress,
      /** Where a debug token is exchanged for one of App Check; absent while that is off. */
      appCheck: v.optional(v.object({ url: v.pipe(v.string(), v.url()), debugToken: v.string() })),
    }),
  ),
});

export type InitConfig = v.InferOutput<typeof initConfigSchema>;

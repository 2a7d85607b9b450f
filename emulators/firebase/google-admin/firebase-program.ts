/**
 * Returns the variables that point the Firebase CLI at an emulator instead of Google (see its
 * `lib/api.js`).
 */
export const firebaseProgramAt = (url: string): Record<string, string> =>
  Object.fromEntries(
    [
      'ARTIFACT_REGISTRY_DOMAIN',
      'CLOUD_RUN_URL',
      'CLOUD_SECRET_MANAGER_URL',
      'COMPUTE_URL',
      'EVENTARC_URL',
      'FIREBASE_API_URL',
      'FIREBASE_CLOUDBILLING_URL',
      'FIREBASE_CLOUDBUILD_URL',
      'FIREBASE_CLOUDSCHEDULER_URL',
      'FIREBASE_FIREBASESTORAGE_URL',
      'FIREBASE_FUNCTIONS_URL',
      'FIREBASE_FUNCTIONS_V2_URL',
      'FIREBASE_IAM_URL',
      'FIREBASE_PUBSUB_URL',
      'FIREBASE_REALTIME_URL',
      'FIREBASE_RESOURCEMANAGER_URL',
      'FIREBASE_RTDB_MANAGEMENT_URL',
      'FIREBASE_RULES_URL',
      'FIREBASE_RUNTIMECONFIG_URL',
      'FIREBASE_SERVICE_USAGE_URL',
      'FIREBASE_STORAGE_URL',
      'FIRESTORE_URL',
    ].map((name) => [name, url]),
  );

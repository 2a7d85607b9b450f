export const host = '127.0.0.1';

/**
 * @throws when the project could be a real one: only `demo-` projects are refused by Google's own
 * services, so that a mistake here can never touch someone's data.
 */
export function requireDemoProject(projectId: string): void {
  if (!/^demo-[a-z0-9-]+$/.test(projectId)) {
    throw new Error(
      `The local stack serves only projects whose id starts with "demo-", not "${projectId}".`,
    );
  }
}

/**
 * Runs a command line and prints its result; prints only the message of an error, and exits with 1.
 */
export async function runCommandLine(run: () => Promise<string | undefined>): Promise<void> {
  try {
    const said = await run();
    if (said !== undefined) console.log(said);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

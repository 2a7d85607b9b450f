/** The secret key of public logs on local stacks. It proves nothing: every project but a demo refuses it. */
// Stryker disable next-line StringLiteral: Only a key; tests of local stacks and the server prove its use.
export const demoLogKey = '64656d6f206b65793a206974207369676e73206e6f7468696e67207265616c21';

/** The secret key of local stacks' public logs. It proves nothing: every project but a demo refuses it. */
// Stryker disable next-line StringLiteral: A key alone: local stacks sign with it and the server refuses it, which is proven there.
export const demoLogKey = '64656d6f206b65793a206974207369676e73206e6f7468696e67207265616c21';

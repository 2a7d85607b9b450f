/**
 * The secret key with which local stacks sign their public log. It is public, so it proves nothing:
 * the server refuses it for every project that is not a demo.
 */
// Stryker disable next-line StringLiteral: A key alone: local stacks sign with it and the server refuses it, which is proven there.
export const demoLogKey = '64656d6f206b65793a206974207369676e73206e6f7468696e67207265616c21';

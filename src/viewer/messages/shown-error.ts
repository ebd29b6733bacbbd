/** An error of the page itself whose message is for users, in their language. */
export abstract class ShownError extends Error {}

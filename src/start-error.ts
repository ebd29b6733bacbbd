/** Why the program cannot start; the message is one line for the operator, without secrets. */
export class StartError extends Error {}

/** The program was told to stop while it was starting. */
export class StartStoppedError extends Error {}

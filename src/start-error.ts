/** The program cannot start. The message is one line for the operator, without secrets. */
export class StartError extends Error {}

/** A signal stopped the program during its start. */
export class StartStoppedError extends Error {}

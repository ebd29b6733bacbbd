/** Runs the readers of a test while its writer writes. @param write ends soon after `hasStopped` is true */
export async function besideWriter(
  write: (hasStopped: () => boolean) => Promise<void>,
  readers: readonly (() => Promise<void>)[],
): Promise<void> {
  let isOver = false
  const writing = write(() => isOver)
  try {
    await Promise.all(readers.map((read) => read()))
  } finally {
    isOver = true
    await writing
  }
}

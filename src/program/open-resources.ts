/** Opened resources, closed together in reverse order. */
export class OpenResources {
  private readonly closers: (() => unknown)[] = []

  add(close: () => unknown): void {
    this.closers.push(close)
  }

  /**
   * Closes every resource, even if one fails to close.
   * @throws Error the first failure, after all resources have been tried
   */
  async close(): Promise<void> {
    const failures: unknown[] = []
    for (const close of this.closers.splice(0).reverse()) {
      try {
        await close()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
}

/** What has been opened, to be closed together, the last first. */
export class OpenResources {
  private readonly closers: (() => unknown)[] = []

  add(close: () => unknown): void {
    this.closers.push(close)
  }

  /**
   * Closes every resource, also behind one that fails to close.
   * @throws Error the first failure, once all have been tried
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

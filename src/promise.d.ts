interface Promise<T> {
  /**
   * Waits for the promise that the callback returns. The library of TypeScript does not say so
   * (https://github.com/microsoft/TypeScript/issues/47736), and the linter would report such a callback.
   */
  finally(onfinally: () => PromiseLike<unknown>): Promise<T>
}

interface Promise<T> {
  /**
   * Waits for the promise that the callback returns. TypeScript's own declaration does not allow a promise
   * (https://github.com/microsoft/TypeScript/issues/47736), and the linter would report such a callback.
   */
  finally(onfinally: () => PromiseLike<unknown>): Promise<T>
}

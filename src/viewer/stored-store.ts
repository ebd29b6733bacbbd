import { createStore, type Store } from './store'
import { onStored, readStored, writeStored } from './stored'

/**
 * A store whose value is kept in the browser's storage. All tabs have the same value: each takes over the
 * changes of the others, which its own next change would undo otherwise.
 * @param read makes a valid value of the stored one, which other programs can have written
 */
export function createStoredStore<Value>(
  key: string,
  read: (stored: unknown) => Value,
): Store<Value> {
  const store = createStore(read(readStored(key)))
  onStored(key, () => {
    store.set(read(readStored(key)))
  })
  return {
    ...store,
    set: (value) => {
      store.set(value)
      writeStored(key, value)
    },
  }
}

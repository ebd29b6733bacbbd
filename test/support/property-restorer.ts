/** Undoes what a test file changes in an object that all test files share. */

/** @returns a function that gives the properties of the object the values that they have now */
export function restorerOf(object: object): () => void {
  const before: Record<PropertyKey, PropertyDescriptor> = Object.getOwnPropertyDescriptors(object)
  return () => {
    for (const key of Reflect.ownKeys(object)) {
      if (!Object.hasOwn(before, key)) Reflect.deleteProperty(object, key)
    }
    for (const key of Reflect.ownKeys(before)) {
      const descriptor = before[key] ?? {}
      if (!isSame(descriptor, Object.getOwnPropertyDescriptor(object, key))) {
        Object.defineProperty(object, key, descriptor)
      }
    }
  }
}

interface Property {
  readonly value?: unknown
  readonly get?: unknown
}

function isSame(a: Property, b: Property | undefined): boolean {
  return a.value === b?.value && a.get === b?.get
}

import type { OpenApiDocument } from './objects'

type Components = Pick<OpenApiDocument['components'], 'schemas' | 'headers' | 'responses'>

const REFERENCE = /"\$ref":"#\/components\/(\w+\/[^"]+)"/g

/** The components to which a document refers. Tools warn of others. */
export function usedComponents(document: object, components: Components): Components {
  const all: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { ...components }
  const used = new Set<string>()
  const collect = (part: unknown): void => {
    for (const [, reference = ''] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (used.has(reference)) continue
      used.add(reference)
      const [kind = '', name = ''] = reference.split('/')
      collect(all[kind]?.[name])
    }
  }
  collect(document)
  const usedOf = <Part>(kind: keyof Components, parts: Readonly<Record<string, Part>>) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => used.has(`${kind}/${name}`)))
  return {
    schemas: usedOf('schemas', components.schemas),
    headers: usedOf('headers', components.headers),
    responses: usedOf('responses', components.responses),
  }
}

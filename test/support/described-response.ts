/** Checks responses against the OpenAPI document, which must describe them exactly. */
import type { ValidateFunction } from 'ajv'
import Ajv2020 from 'ajv/dist/2020'
import type {
  Header,
  OpenApiDocument,
  PathItem,
  Reference,
  Response,
  Responses,
} from '../../src/http/openapi/objects'

export interface DescribedResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The decoded body; `undefined` if it cannot be decoded. */
  readonly text: string | undefined
}

/** Returns the flaw of the response to a method and a target; `undefined` if there is none. */
export type FlawOf = (
  method: string,
  target: string,
  response: DescribedResponse,
) => string | undefined

/** Headers of HTTP itself. The document has `Content-Type` as the media type of the content. */
const FRAMING = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
])

const compiled = new Map<string, FlawOf>()

/** Compiles the checks of a document. Caches the result, because that takes a while. */
export function flawsBy(document: OpenApiDocument): FlawOf {
  const key = JSON.stringify(document)
  const flawOf = compiled.get(key) ?? compile(document)
  compiled.set(key, flawOf)
  return flawOf
}

interface Checker {
  readonly required: readonly string[]
  readonly headers: ReadonlyMap<string, ValidateFunction>
  readonly content: ReadonlyMap<string, ValidateFunction>
}

function compile(document: OpenApiDocument): FlawOf {
  const ajv = new Ajv2020({
    ...{ strict: true, allowUnionTypes: true },
    // `openapi.test.ts` checks the document itself. To compile the schema of schemas takes most of the time.
    ...{ meta: false, validateSchema: false },
  })
  // Registers the whole document as one schema, so that pointers lead to the schemas within it.
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema({ ...document }, 'openapi')
  const validate = (pointer: string): ValidateFunction => ajv.compile({ $ref: `openapi${pointer}` })
  const routes = Object.entries(document.paths).map(([path, item]) => {
    const [server] = item.servers ?? document.servers
    const base = new URL(server?.url ?? '.', 'http://x/openapi.json').pathname.replace(/\/$/, '')
    return { segments: (base + path).split('/'), path, item }
  })
  const checkers = new Map<string, Checker>()
  const checkerAt = (pointer: string, response: Response): Checker => {
    const checker = checkers.get(pointer) ?? checkerOf(document, pointer, response, validate)
    checkers.set(pointer, checker)
    return checker
  }

  return (method, target, response) => {
    const path = pathOf(target)
    const route = routes.find(({ segments }) => areMatched(segments, path.split('/')))
    const [responses, pointer] = responsesOf(document, method, route)
    const found = responses[response.status]
    if (!found) return `${response.status} is not described`
    const checker =
      '$ref' in found
        ? checkerAt(found.$ref, responseOf(document, found))
        : checkerAt(`${pointer}/${response.status}`, found)
    return flawOfHeaders(response, checker) ?? flawOfBody(method, response, checker)
  }
}

/** The path of a target, which may be in absolute form. */
function pathOf(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/)
  return path
}

function areMatched(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, i) => (part.startsWith('{') ? segments[i] !== '' : part === segments[i]))
  )
}

type Route = { readonly path: string; readonly item: PathItem } | undefined

function responsesOf(
  document: OpenApiDocument,
  method: string,
  route: Route,
): readonly [Responses, string] {
  if (!route) return [document['x-other-paths'], '#/x-other-paths']
  const { path, item } = route
  const pointer = `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const name = method.toLowerCase()
  const operation = name === 'get' || name === 'head' || name === 'options' ? item[name] : undefined
  return operation
    ? [operation.responses, `${pointer}/${name}/responses`]
    : [item['x-other-methods'] ?? {}, `${pointer}/x-other-methods`]
}

function checkerOf(
  document: OpenApiDocument,
  pointer: string,
  response: Response,
  validate: (pointer: string) => ValidateFunction,
): Checker {
  const headers = Object.entries(response.headers ?? {}).map(
    ([name, { $ref }]) => [name.toLowerCase(), $ref, headerOf(document, $ref)] as const,
  )
  return {
    required: headers.filter(([, , header]) => header.required).map(([name]) => name),
    headers: new Map(headers.map(([name, $ref]) => [name, validate(`${$ref}/schema`)])),
    content: new Map(
      Object.keys(response.content ?? {}).map((type) => [
        type,
        validate(`${pointer}/content/${type.replaceAll('/', '~1')}/schema`),
      ]),
    ),
  }
}

function flawOfHeaders({ headers }: DescribedResponse, checker: Checker): string | undefined {
  const missing = checker.required.find((name) => headers[name] === undefined)
  if (missing !== undefined) return `the header ${missing} is missing`
  for (const [name, value] of Object.entries(headers)) {
    const validate = checker.headers.get(name)
    if (validate?.(String(value)) === false) return `the header ${name} is ${String(value)}`
    if (!validate && !FRAMING.has(name)) return `the header ${name} is not described`
  }
  return undefined
}

function flawOfBody(
  method: string,
  { headers, text }: DescribedResponse,
  { content }: Checker,
): string | undefined {
  if (content.size === 0) return text === '' ? undefined : 'a body that is not allowed'
  const [type = ''] = String(headers['content-type']).split(';')
  const validate = content.get(type)
  if (!validate) return `the type ${type} is not described`
  if (method === 'HEAD') return text === '' ? undefined : 'a body that is not allowed'
  if (text === undefined) return undefined
  try {
    const body: unknown = type === 'application/json' ? JSON.parse(text) : text
    return validate(body) ? undefined : JSON.stringify(validate.errors?.slice(0, 3))
  } catch {
    return 'the body is not JSON'
  }
}

function responseOf(document: OpenApiDocument, { $ref }: Reference): Response {
  return partOf(document.components.responses, $ref)
}

function headerOf(document: OpenApiDocument, $ref: string): Header {
  return partOf(document.components.headers, $ref)
}

function partOf<T>(parts: Readonly<Record<string, T>>, $ref: string): T {
  const part = parts[$ref.split('/').at(-1) ?? '']
  if (part === undefined) throw new Error(`${$ref} does not exist`)
  return part
}

/** The parts of OpenAPI 3.1 that the document uses: https://spec.openapis.org/oas/v3.1.1 */

/** JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

export interface Reference {
  readonly $ref: string
}

export interface Server {
  readonly url: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly description?: string
  readonly required?: boolean
  readonly schema: JsonSchema
  readonly example?: unknown
}

export interface Header {
  readonly description: string
  readonly required: boolean
  readonly schema: JsonSchema
}

export type Headers = Readonly<Record<string, Reference>>

export interface Response {
  readonly description: string
  readonly headers?: Headers
  /** The key is the media type. */
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

/** The key is the status. */
export type Responses = Readonly<Record<string, Response | Reference>>

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly responses: Responses
  /** Alternative schemes; an empty list means no authentication. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
}

export interface PathItem {
  readonly servers?: readonly Server[]
  readonly get: Operation
  readonly head?: Operation
  readonly options?: Operation
  /** Responses to all other methods, which OpenAPI cannot describe. */
  readonly 'x-other-methods'?: Responses
}

export type SecurityScheme =
  | {
      readonly type: 'http'
      readonly scheme: 'bearer'
      readonly bearerFormat?: string
      readonly description: string
    }
  | {
      readonly type: 'apiKey'
      readonly in: 'header'
      readonly name: string
      readonly description: string
    }

/** An OpenAPI 3.1 document; https://spec.openapis.org/oas/v3.1.1 describes its parts. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly Server[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly security: NonNullable<Operation['security']>
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly headers: Readonly<Record<string, Header>>
    readonly responses: Readonly<Record<string, Response>>
    /** Absent if there are none: with an empty object, tools would offer to authorize. */
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>
  }
  /** Responses to all other paths, for any method. */
  readonly 'x-other-paths': Responses
}

/** Refers to a part of `components`. */
export function referenceTo(kind: 'schemas' | 'headers' | 'responses', name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` }
}

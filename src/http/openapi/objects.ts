/** The objects of OpenAPI 3.1 that the document is made of: https://spec.openapis.org/oas/v3.1.1 */

/** Draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

export interface Reference {
  readonly $ref: string
}

export interface Server {
  readonly url: string
  readonly description?: string
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
  /** By media type. */
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

/** By status. */
export type Responses = Readonly<Record<string, Response | Reference>>

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly responses: Responses
  /** Schemes of which one is enough; none for an empty list. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
}

export interface PathItem {
  readonly servers?: readonly Server[]
  readonly get: Operation
  readonly head?: Operation
  readonly options?: Operation
  /** OpenAPI has no word for whatever else may be asked. */
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
    /** Left out where there are none: readers would offer to sign in. */
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>
  }
  /** Of every path that is none of `paths`, whatever the method. */
  readonly 'x-other-paths': Responses
}

/** A part of `components`. */
export function referenceTo(kind: 'schemas' | 'headers' | 'responses', name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` }
}

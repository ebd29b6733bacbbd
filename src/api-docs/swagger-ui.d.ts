declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/ */
  export default function SwaggerUIBundle(options: {
    readonly url: string
    readonly dom_id: string
    readonly deepLinking: boolean
    readonly validatorUrl: string | null
  }): unknown
}

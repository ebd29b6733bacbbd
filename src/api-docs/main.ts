/** The page that documents the API and sends example requests (Swagger UI). */
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'

SwaggerUIBundle({
  // A relative URL, because a proxy may add a path prefix.
  url: '../openapi.json',
  dom_id: '#page',
  deepLinking: true,
  // Send nothing to other hosts.
  validatorUrl: null,
})

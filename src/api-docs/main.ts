/** The page to read the API's document and to try it. */
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'

SwaggerUIBundle({
  // Relative, because a proxy may serve all of it below a path of its own.
  url: '../openapi.json',
  dom_id: '#page',
  deepLinking: true,
  // Nobody else is told what is looked at here.
  validatorUrl: null,
})

/** Defaults that the library and the program share. */

/** Path prefix of the API's routes. */
export const DEFAULT_MOUNT_PATH = '/api/table-viewer'

/** Largest `limit` that a request may ask for. */
export const DEFAULT_MAX_LIMIT = 1000

/** Whether large responses are compressed when `Accept-Encoding` allows it. */
export const DEFAULT_COMPRESSION = true

/** `Cache-Control` of successful responses. */
export const DEFAULT_CACHE_CONTROL = 'private, no-cache'

/** Milliseconds that a client may take to receive a response. */
export const DEFAULT_RESPONSE_TIMEOUT = 60_000

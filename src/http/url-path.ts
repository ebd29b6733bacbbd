/** The path of a setting, which clients must be able to request. */
import Joi from 'joi'

export const URL_PATH =
  'a path that begins with / and, unless it is /, does not end with it, of letters, digits, . _ ~ - and /, without . and .. as segments'

/** Clients resolve the segments `.` and `..` before they send a request. */
export const URL_PATH_SCHEMA = Joi.string().pattern(/^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$|^\/$/)

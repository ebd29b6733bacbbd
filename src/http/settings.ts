/** Settings of what is between a request and its route, the same for all. */
import Joi from 'joi'
import { listOrText, type Setting } from '../setting'
import { DEFAULT_RESPONSE_TIMEOUT } from './response-deadline'

export interface HttpSettings {
  readonly corsOrigins: readonly string[]
  readonly compression: boolean
  readonly maxUrlLength: number
  readonly maxHeaderBytes: number
  readonly requestTimeout: number
  readonly responseTimeout: number
}

const origins = Joi.array().items(
  Joi.string().custom((text: string) => {
    if (text !== '*' && new URL(text).origin !== text) throw new Error('no origin')
    return text
  }),
)

export const HTTP_SETTINGS: Readonly<Record<keyof HttpSettings, Setting>> = {
  corsOrigins: {
    schema: listOrText(origins).default([]),
    allowed: 'a list of origins like https://app.example, or *',
    description: 'origins whose pages may read the answers (default: none but its own)',
  },
  compression: {
    schema: Joi.boolean().default(true),
    allowed: 'true or false',
    description: 'compress large answers for who asks for it (default: true)',
  },
  maxUrlLength: {
    schema: Joi.number().integer().min(256).max(1_048_576).default(16_384),
    allowed: 'a whole number of bytes from 256 to 1048576',
    description: 'bytes of a path with its query at most (default: 16384)',
  },
  maxHeaderBytes: {
    schema: Joi.number().integer().min(1024).max(1_048_576).default(16_384),
    allowed: 'a whole number of bytes from 1024 to 1048576',
    description: 'bytes of all headers at most (default: 16384)',
  },
  requestTimeout: {
    schema: Joi.number().integer().min(100).max(600_000).default(10_000),
    allowed: 'a whole number of milliseconds from 100 to 600000',
    description: 'milliseconds that a request may take to arrive (default: 10000)',
  },
  responseTimeout: {
    schema: Joi.number().integer().min(100).max(86_400_000).default(DEFAULT_RESPONSE_TIMEOUT),
    allowed: 'a whole number of milliseconds from 100 to 86400000',
    description: 'milliseconds that a client may take to receive an answer (default: 60000)',
  },
}

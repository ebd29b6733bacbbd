import Joi from 'joi'

export interface Setting {
  /** Checks the value and gives its default. */
  readonly schema: Joi.Schema
  /** What it may be, for an error message. */
  readonly allowed: string
  readonly description: string
  /** What may never be shown of it: all, or what a URL carries besides its address. */
  readonly secret?: 'whole' | 'in URL'
  /** Environment variables that are understood besides `TABLEQUERY_…`, weaker than it. */
  readonly alsoFrom?: string
}

/** A list, or a text of its items with commas between them where only texts can be given. */
export function listOrText(list: Joi.ArraySchema): Joi.Schema {
  const split = (text: string): unknown => Joi.attempt(text.split(','), list)
  return Joi.alternatives(list, Joi.string().custom(split))
}

/** A value that is an object, or its JSON text where only texts can be given; `undefined` if it is neither. */
export function fromJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

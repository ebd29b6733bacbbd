import { english, type Texts } from './english'

/** The language of texts, numbers and dates. */
export const locale = 'en'

/** The texts in the language of the page. */
export const t: Texts = english

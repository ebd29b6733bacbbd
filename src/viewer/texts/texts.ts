import { english, type Texts } from './english'

/** The texts in the language of the page. */
export const t: Texts = english

import { english, type Texts } from './english'
import { german } from './german'
import { language, type Language } from './locale'

const TEXTS: Readonly<Record<Language, Texts>> = { en: english, de: german }

/** The texts in the language of the page. */
export const t: Texts = TEXTS[language]

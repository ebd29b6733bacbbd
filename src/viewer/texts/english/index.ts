import { charts } from './charts'
import { files } from './files'
import { grid } from './grid'
import { head } from './head'
import { messages } from './messages'
import { page } from './page'
import { palette } from './palette'

/** All texts of the viewer in English. Texts with variable parts are functions. */
export const english = { ...page, ...head, ...grid, ...charts, ...files, ...messages, ...palette }

export type Texts = typeof english

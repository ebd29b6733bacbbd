import type { Texts } from '../english'
import { charts } from './charts'
import { files } from './files'
import { grid } from './grid'
import { head } from './head'
import { messages } from './messages'
import { page } from './page'
import { palette } from './palette'

/** All texts of the viewer in German. */
export const german: Texts = {
  ...page,
  ...head,
  ...grid,
  ...charts,
  ...files,
  ...messages,
  ...palette,
}

/** The variables that decide whether a terminal gets colours. */
import { colors, noColors, paletteFor } from '../../src/log/colors'

it.each([
  ['there are colours by default', {}, colors],
  ['FORCE_COLOR=0 removes colours', { FORCE_COLOR: '0' }, noColors],
  ['TERM=dumb removes colours', { TERM: 'dumb' }, noColors],
  ['NO_COLOR removes colours', { NO_COLOR: '1' }, noColors],
  ['an empty NO_COLOR does not', { NO_COLOR: '' }, colors],
])('%s', (_case, environment, palette) => {
  expect(paletteFor(true, { TERM: 'xterm-256color', ...environment })).toBe(palette)
})

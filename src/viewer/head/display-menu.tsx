/** The menu for the row height, the time zone and the form of numbers. */
import { useId, type ReactNode } from 'react'
import {
  DENSITIES,
  NUMBER_FORMS,
  setDisplay,
  useDisplay,
  ZONES,
  type Display,
} from '../display/display'
import { Popover } from '../menu/popover'
import { t } from '../texts/texts'

export function DisplayMenu(): ReactNode {
  return (
    <Popover label={t.display} title={t.displayTitle} icon="display" className="quiet">
      <div className="display-menu">
        <Choice part="density" legend={t.rowHeight} values={DENSITIES} labels={t.densities} />
        <Choice part="zone" legend={t.times} values={ZONES} labels={t.zones} />
        <Choice part="numbers" legend={t.numbers} values={NUMBER_FORMS} labels={t.numberForms} />
      </div>
    </Popover>
  )
}

interface ChoiceProps<Part extends keyof Display> {
  readonly part: Part
  readonly legend: string
  readonly values: readonly Display[Part][]
  readonly labels: Readonly<Record<Display[Part], string>>
}

function Choice<Part extends keyof Display>(props: ChoiceProps<Part>): ReactNode {
  const { part, legend, values, labels } = props
  const display = useDisplay()
  const name = useId()
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {values.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={display[part] === value}
            onChange={() => {
              setDisplay({ [part]: value })
            }}
          />
          {labels[value]}
        </label>
      ))}
    </fieldset>
  )
}

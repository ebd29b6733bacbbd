import { ShownError } from '../messages/shown-error'
import { t } from '../texts/texts'

/** A later page has other columns than the first: one set of rows cannot have the values of both. */
export class ChangedColumnsError extends ShownError {
  constructor() {
    super(t.columnsChanged)
  }
}

import { t } from '../texts/texts'

/** A later page has other columns than the first: one set of rows cannot have the values of both. */
export class ChangedColumnsError extends Error {
  constructor() {
    super(t.columnsChanged)
  }
}

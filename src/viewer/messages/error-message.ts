import { NetworkError, TableQueryError } from '../../client'
import { sentence } from '../texts/sentence'
import { t } from '../texts/texts'
import { ShownError } from './shown-error'

/** The message to show, with a full stop. Other errors of the page get a general text: theirs are not for users. */
export function messageOf(error: unknown): string {
  if (error instanceof NetworkError) return sentence(t.notReachable)
  const isForUsers = error instanceof TableQueryError || error instanceof ShownError
  return isForUsers ? sentence(error.message) : t.errors.here
}

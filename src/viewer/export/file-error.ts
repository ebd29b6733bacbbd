import { ShownError } from '../messages/shown-error'
import { t } from '../texts/texts'

/** The browser cannot write the file, for example because the disk is full. */
export class FileError extends ShownError {
  constructor(cause: unknown) {
    super(t.fileNotWritten, { cause })
  }
}

/** The destination of a download: a file on disk, written as rows arrive, or a blob that is saved at the end. */
import { FileError } from './file-error'

export interface FileSink {
  /** @throws FileError */
  readonly write: (text: string) => Promise<void>
  /** @throws FileError */
  readonly close: () => Promise<void>
  /** Discards what was written. */
  readonly abort: () => Promise<void>
}

/** https://developer.mozilla.org/docs/Web/API/Window/showSaveFilePicker: not in every browser. */
type SavePicker = (options: { suggestedName: string }) => Promise<SavedFile>

interface SavedFile extends FileSystemFileHandle {
  /** https://developer.mozilla.org/docs/Web/API/FileSystemHandle/remove: not in every browser. */
  readonly remove?: () => Promise<void>
}

/** From this many rows, the user chooses a file on disk; fewer rows fit in memory. */
const MANY = 10_000

/**
 * Call it in the handler of a click: browsers show the file dialog only then.
 * @returns undefined if the user has chosen no file
 */
export async function openSink(
  name: string,
  type: string,
  rows: number,
): Promise<FileSink | undefined> {
  const picker = (globalThis as { showSaveFilePicker?: SavePicker }).showSaveFilePicker
  if (!picker || rows < MANY) return memorySink(name, type)
  try {
    const handle = await picker({ suggestedName: name })
    const stream = await handle.createWritable()
    return {
      write: (text) => stream.write(text).catch(fail),
      close: () => stream.close().catch(fail),
      abort: async () => {
        await stream.abort()
        // The dialog created a new file as an empty one. An existing file keeps its content.
        if ((await handle.getFile()).size === 0) await handle.remove?.()
      },
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    return memorySink(name, type)
  }
}

function fail(cause: unknown): never {
  throw new FileError(cause)
}

function memorySink(name: string, type: string): FileSink {
  // A blob for each part, because browsers can store blobs on disk.
  const parts: Blob[] = []
  return {
    write: (text) => {
      parts.push(new Blob([text]))
      return Promise.resolve()
    },
    close: () => {
      saveFile(new Blob(parts, { type: `${type};charset=utf-8` }), name)
      return Promise.resolve()
    },
    abort: () => Promise.resolve(),
  }
}

/** Starts the browser's download of a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // A minute is enough for the browser to open the URL.
  setTimeout(() => {
    URL.revokeObjectURL(link.href)
  }, 60_000)
}

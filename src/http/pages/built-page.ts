/** One page for browsers with all that belongs to it: files as they were built, read once. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type Router from '@koa/router'
import type { Context } from 'koa'
import { noteRoute } from '../answered-request'
import { answerNotModified, tagOfContent } from '../entity-tag'

/** Names of files, with `/` between folders, and what they hold. */
export type BuiltPage = ReadonlyMap<string, Buffer>

/** What browsers may load for the page, and from where, as `Content-Security-Policy`. */
export interface PageOptions {
  /** Without a slash at its end; the root is the empty text. */
  readonly path: string
  readonly contentSecurityPolicy: string
}

const INDEX = 'index.html'

/** The bundler puts a hash of the content into their names. */
const HASHED = 'assets/'

/** @throws Error where nothing has been built */
export async function readBuiltPage(folder: string): Promise<BuiltPage> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const file = path.join(parentPath, name)
        const key = path.relative(folder, file).split(path.sep).join('/')
        return [key, await readFile(file)] as const
      }),
    ),
  )
}

/** The page with texts of it replaced: what only the program that serves it knows. */
export function fillIn(page: BuiltPage, values: Readonly<Record<string, string>>): BuiltPage {
  let html = page.get(INDEX)?.toString() ?? ''
  for (const [placeholder, value] of Object.entries(values)) {
    html = html.replaceAll(placeholder, value)
  }
  return new Map([...page, [INDEX, Buffer.from(html)]])
}

/**
 * Routes for each file by its own name: no path of a request is ever looked up in a file system. The
 * page refers to its files relatively, so that it works below any path of a proxy.
 */
export function servePage(router: Router, name: string, page: BuiltPage, of: PageOptions): void {
  if (of.path !== '') {
    router.get(of.path, (ctx) => {
      noteRoute(ctx, name)
      ctx.status = 301
      // Relative, because a proxy may have taken off a prefix.
      ctx.set('Location', `${path.posix.basename(of.path)}/`)
    })
  }
  for (const [file, content] of page) {
    const tag = tagOfContent(content)
    router.get(`${of.path}/${file === INDEX ? '' : file}`, (ctx: Context) => {
      noteRoute(ctx, name)
      ctx.set('Content-Security-Policy', of.contentSecurityPolicy)
      const isHashed = file.startsWith(HASHED)
      ctx.set('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (answerNotModified(ctx, tag)) return
      ctx.type = path.posix.extname(file)
      ctx.set('ETag', tag)
      ctx.body = content
    })
  }
}

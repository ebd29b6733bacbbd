/** Serves a page for browsers with its built files, which are read once. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type Router from '@koa/router'
import type { Context } from 'koa'
import { declareConstant } from '../constant-bodies'
import { respondNotModified, contentTag } from '../entity-tag'

/** Content by file name, with `/` between folders. */
export type BuiltPage = ReadonlyMap<string, Buffer>

interface PageOptions {
  /** Path without a trailing slash; empty for the root. */
  readonly path: string
  readonly contentSecurityPolicy: string
}

const INDEX = 'index.html'

/** Folder of files whose names contain a hash of the content. */
const HASHED = 'assets/'

/** @throws Error if the page has not been built */
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

/** Replaces placeholders in the HTML with values that are known at run time. */
export function fillPlaceholders(
  page: BuiltPage,
  values: Readonly<Record<string, string>>,
): BuiltPage {
  let html = page.get(INDEX)?.toString() ?? ''
  for (const [placeholder, value] of Object.entries(values)) {
    html = html.replaceAll(placeholder, value)
  }
  return new Map([...page, [INDEX, Buffer.from(html)]])
}

/**
 * Adds one route for each file, so that no request path reaches the file system. The page links its
 * files by relative URLs, so it works below any path prefix of a proxy.
 */
export function addPageRoutes(
  router: Router,
  name: string,
  page: BuiltPage,
  options: PageOptions,
): void {
  if (options.path !== '') {
    router.get(name, options.path, (ctx) => {
      ctx.status = 301
      // Relative, because a proxy may have removed a path prefix.
      ctx.set('Location', `${path.posix.basename(options.path)}/${ctx.search}`)
    })
  }
  for (const [file, content] of page) {
    const tag = contentTag(content)
    declareConstant(content)
    router.get(name, `${options.path}/${file === INDEX ? '' : file}`, (ctx: Context) => {
      ctx.set('Content-Security-Policy', options.contentSecurityPolicy)
      const isHashed = file.startsWith(HASHED)
      ctx.set('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (respondNotModified(ctx, tag)) return
      ctx.type = path.posix.extname(file)
      ctx.set('ETag', tag)
      ctx.body = content
    })
  }
}

/** Builds the image of a Dockerfile without a container engine: each step runs in a layered root. */
import path from 'node:path'
import { runCommand } from '../../support/run-command'
import { baseImage } from './base-image'
import { layeredRoot, runIn, whileMounted, type LayeredRoot } from './layered-root'
import type { Stage, Step } from './stages'

export interface Image {
  readonly root: LayeredRoot
  readonly env: Readonly<Record<string, string>>
  readonly workdir: string
  readonly user: string
  readonly entrypoint: readonly string[]
  readonly healthcheck: readonly string[]
}

/** The value in every container: https://docs.docker.com/reference/dockerfile/#environment-replacement */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** @param context the folder that `COPY` reads @param folder for the layers @returns the image of the last stage */
export async function buildImage(
  stages: readonly Stage[],
  context: string,
  folder: string,
): Promise<Image> {
  const images = new Map<string, Image>()
  let last: Image | undefined
  for (const [index, { image, name, steps }] of stages.entries()) {
    const root = await layeredRoot(path.join(folder, String(index)), await baseImage(image))
    last = { root, env: { PATH }, workdir: '/', user: 'root', entrypoint: [], healthcheck: [] }
    for (const step of steps) last = await execute(step, last, context, images)
    if (name !== undefined) images.set(name, last)
  }
  if (!last) throw new Error('the Dockerfile has no stage')
  return last
}

async function execute(
  step: Step,
  image: Image,
  context: string,
  images: ReadonlyMap<string, Image>,
): Promise<Image> {
  switch (step.kind) {
    case 'RUN': {
      const env = { ...image.env, HOME: '/root', ...(await networkVariables()) }
      await runIn(image.root, { ...image, env }, ['/bin/sh', '-c', step.command])
      return image
    }
    case 'COPY':
      await copy(step, image, context, images)
      return image
    case 'ENV':
      return { ...image, env: { ...image.env, ...step.values } }
    case 'WORKDIR': {
      const workdir = path.posix.resolve(image.workdir, step.value)
      await whileMounted([image.root], `mkdir -p '${image.root.mountPoint}${workdir}'`)
      return { ...image, workdir }
    }
    case 'USER':
      return { ...image, user: step.value }
    case 'ENTRYPOINT':
    case 'CMD':
      return { ...image, entrypoint: [...image.entrypoint, ...step.words] }
    case 'HEALTHCHECK':
      return { ...image, healthcheck: step.words }
  }
}

/** Copies the content of a folder, not the folder itself. */
async function copy(
  { from, sources, target }: Extract<Step, { kind: 'COPY' }>,
  image: Image,
  context: string,
  images: ReadonlyMap<string, Image>,
): Promise<void> {
  const stage = from === undefined ? undefined : images.get(from)
  if (from !== undefined && !stage) throw new Error(`no stage ${from}`)
  const source = stage?.root.mountPoint ?? context
  const into = image.root.mountPoint + path.posix.resolve(image.workdir, target)
  const isFolder = target.endsWith('/') || sources.length > 1
  const commands = sources.map((name) => {
    const file = path.join(source, name)
    return `if [ -d '${file}' ]; then mkdir -p '${into}'; cp -a --no-preserve=ownership '${file}/.' '${into}'
      else ${isFolder ? `mkdir -p '${into}'; ` : ''}cp -a --no-preserve=ownership '${file}' '${into}'; fi`
  })
  await whileMounted([...(stage ? [stage.root] : []), image.root], commands.join('\n'))
}

/** Environment of npm: the registry, proxies and certificates of this machine, and the headers of the image's Node.js. */
async function networkVariables(): Promise<Record<string, string>> {
  const registry = await runCommand('npm', ['config', 'get', 'registry', '--silent'])
  const certificates = '/etc/ssl/certs/ca-certificates.crt'
  const proxies = Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name))
  return {
    ...Object.fromEntries(proxies.map(([name, value]) => [name, value ?? ''])),
    npm_config_registry: registry.trim().split('\n').at(-1) ?? '',
    npm_config_cafile: certificates,
    NODE_EXTRA_CA_CERTS: certificates,
    npm_config_nodedir: '/usr/local',
  }
}

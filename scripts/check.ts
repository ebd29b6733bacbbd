/** `npm run check`: runs types, lint and format in parallel, and prints the output of each when it completes. */
import { spawn } from 'node:child_process'

const CHECKS = ['types', 'lint', 'format'] as const

async function check(name: (typeof CHECKS)[number]): Promise<boolean> {
  const began = Date.now()
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => output.push(chunk))
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const end = code === 0 ? 'passed' : 'failed'
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  process.stdout.write(`${Buffer.concat(output).toString()}${name} ${end} in ${seconds} s\n`)
  return code === 0
}

void Promise.all(CHECKS.map(check)).then((passed) => {
  process.exitCode = passed.every(Boolean) ? 0 : 1
})

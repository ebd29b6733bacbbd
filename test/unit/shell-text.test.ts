import { execFileSync } from 'node:child_process'
import { shellText } from '../../src/viewer/export/shell-text'

it.each(['X-API-Key: …', "X'|echo$IFS-INJECTED|cat|': …", '$(id) `id` "\\', "''"])(
  'makes one word of a shell of %j',
  (text) => {
    const script = `printf '[%s]' ${shellText(text)}`
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(`[${text}]`)
  },
)

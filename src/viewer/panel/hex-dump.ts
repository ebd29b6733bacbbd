/** Maximum number of bytes to dump; enough to recognize the type of a file. */
const MAX_BYTES = 4096
const BYTES_PER_LINE = 16

/** Dumps the first bytes of a base64 text: offset, hexadecimal digits and ASCII characters. */
export function hexDump(base64: string): string {
  // Three bytes are four characters of base64.
  const binary = decoded(base64.slice(0, Math.ceil(MAX_BYTES / 3) * 4))
  if (binary === undefined) return base64
  const lines: string[] = []
  for (let offset = 0; offset < Math.min(binary.length, MAX_BYTES); offset += BYTES_PER_LINE) {
    const part = binary.slice(offset, offset + BYTES_PER_LINE)
    const digits = Array.from(part, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
    const place = offset.toString(16).padStart(6, '0')
    const ascii = part.replaceAll(/[^\x20-\x7e]/g, '.')
    lines.push(`${place}  ${digits.join(' ').padEnd(BYTES_PER_LINE * 3)} ${ascii}`)
  }
  return lines.join('\n')
}

function decoded(base64: string): string | undefined {
  try {
    return atob(base64)
  } catch {
    return undefined
  }
}

import { requireReleased } from '../../scripts/release/changelog'

const OLD = '## 0.1.0 – 2026-11-22\n\n- The first version.\n'
const NEW = '## 0.2.0 – 2026-12-01\n\n### Added\n\n- A setting.\n'

it.each([
  ['a dated section', `# Changelog\n\n${NEW}\n${OLD}`],
  ['an empty section for later changes', `# Changelog\n\n## Unreleased\n\n${NEW}\n${OLD}`],
])('accepts %s', (_, changelog) => {
  expect(() => {
    requireReleased(changelog, '0.2.0')
  }).not.toThrow()
})

it.each([
  ['entries without a version', `## Unreleased\n\n- A fix.\n\n${NEW}\n${OLD}`, '0.2.0'],
  ['the version of an earlier release', `${NEW}\n${OLD}`, '0.1.0'],
  ['a version without a section', OLD, '0.2.0'],
  ['a section without a date', `## 0.2.0\n\n- A setting.\n\n${OLD}`, '0.2.0'],
  ['a section of a version that only begins the same', `## 0.2.01 – 2026-12-01\n\n- A.\n`, '0.2.0'],
  ['a section without entries', `## 0.2.0 – 2026-12-01\n\n${OLD}`, '0.2.0'],
])('refuses %s', (_, changelog, version) => {
  expect(() => {
    requireReleased(changelog, version)
  }).toThrow('CHANGELOG.md')
})

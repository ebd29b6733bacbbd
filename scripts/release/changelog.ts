/**
 * Checks the changelog of a release: the version has a dated section, and nothing is left under `Unreleased`, which
 * would be published without a version.
 * @throws Error with what to change
 */
export function requireReleased(changelog: string, version: string): void {
  const sections = changelog.split(/^## /m).slice(1)
  const entriesOf = (section: string): boolean => /^- /m.test(section)
  const unreleased = sections.find((section) => section.startsWith('Unreleased'))
  if (unreleased !== undefined && entriesOf(unreleased)) {
    throw new Error(`CHANGELOG.md has entries under "Unreleased": move them to a version`)
  }
  const [latest = ''] = sections.filter((section) => section !== unreleased)
  const [heading = ''] = latest.split('\n')
  const [name, date = ''] = heading.split(' – ')
  if (name !== version || !/^\d{4}-\d\d-\d\d$/.test(date) || !entriesOf(latest)) {
    throw new Error(
      `CHANGELOG.md needs "## ${version} – YYYY-MM-DD" with entries as its latest version`,
    )
  }
}

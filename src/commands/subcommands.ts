/** Commands beside the server: `tablequery NAME …`. A SQLite file of that name is `./NAME`. */

type Subcommand = (args: readonly string[]) => Promise<void>

/** Each is imported on demand, so that the server starts faster. */
const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  conformance: async (args) => {
    const { conformanceCommand } = await import('./conformance.js')
    await conformanceCommand(args)
  },
  view: async (args) => {
    const { viewCommand } = await import('./view.js')
    await viewCommand(args)
  },
}

export function subcommandOf(name: string): Subcommand | undefined {
  return Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined
}

/** How a setting is defined. Its flag, variable, check, help and documentation all come from this. */
import type { SettingType } from './setting-type'

export interface Setting<Value> {
  readonly type: SettingType<Value>
  readonly description: string
  /** Value when the setting is not given. */
  readonly default: Value
  /** Describes the behavior without a value, for settings that have no default or an empty one. */
  readonly unset?: string
  /** What to mask before the value is shown: all of it, or the secrets within a URL. */
  readonly secret?: 'whole' | 'in URL'
  /** Whether an empty variable is an error, because the program would run without the protection. */
  readonly refusesEmpty?: true
  /** A further environment variable. `TABLEQUERY_…` wins over it. */
  readonly alsoFrom?: string
}

type Description = Omit<Setting<unknown>, 'type' | 'default'>

/** Defines a setting. One without a default is `undefined` until it is given. */
export function setting<Value>(
  type: SettingType<Value>,
  options: Description & { readonly default: NoInfer<Value> },
): Setting<Value>
export function setting<Value>(
  type: SettingType<Value>,
  options: Description & { readonly unset: string },
): Setting<Value | undefined>
export function setting<Value>(
  type: SettingType<Value>,
  options: Description & { readonly default?: Value },
): Setting<Value | undefined> {
  return { default: undefined, ...options, type }
}

type Definitions = Readonly<Record<string, Setting<unknown>>>

type ValueOf<Definition> = Definition extends Setting<infer Value> ? Value : never

type OptionalName<Group> = {
  [Name in keyof Group]: undefined extends ValueOf<Group[Name]> ? Name : never
}[keyof Group]

/** The values of a group of settings; those without a default are optional. */
export type SettingValues<Group extends Definitions> = {
  readonly [Name in Exclude<keyof Group, OptionalName<Group>>]: ValueOf<Group[Name]>
} & {
  readonly [Name in OptionalName<Group>]?: ValueOf<Group[Name]>
}

/** The types of a group of settings. */
export function typesOf<Group extends Definitions>(
  group: Group,
): { readonly [Name in keyof Group]: SettingType<unknown> } {
  const types = Object.entries(group).map(([name, { type }]) => [name, type] as const)
  return Object.fromEntries(types) as { [Name in keyof Group]: SettingType<unknown> }
}

/** The values of a group among all settings. */
export function valuesOf<Group extends Definitions>(
  group: Group,
  settings: SettingValues<Group>,
): SettingValues<Group> {
  const values = Object.entries(settings).filter(([name]) => name in group)
  return Object.fromEntries(values) as SettingValues<Group>
}

/** `maxLimit` as a flag: `max-limit`. */
export function flagName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** `maxLimit` as an environment variable: `TABLEQUERY_MAX_LIMIT`. */
export function variableName(name: string): string {
  return `TABLEQUERY_${flagName(name).replaceAll('-', '_').toUpperCase()}`
}

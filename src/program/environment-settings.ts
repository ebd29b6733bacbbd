/** Reads the settings from environment variables. */
import { variableName } from '../settings/setting-definition'
import { readTextFile } from '../settings/text-file'
import type { RawSettings } from './checked-settings'
import { alternatives, ConfigError } from './config-error'
import { SETTING_NAMES, SETTINGS } from './settings'

export const CONFIG_VARIABLE = 'TABLEQUERY_CONFIG'

export type Environment = Readonly<Record<string, string | undefined>>

const REMOVE_IT = 'set it, or remove it to run without this protection'

/**
 * Variables that Kubernetes sets in each container for a Service named `tablequery`, or `tablequery-…`, as
 * the Services of a Helm chart are.
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
const SERVICE_VARIABLE =
  /^TABLEQUERY_(?:\w+_)?(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?)$/

/** Such a variable also has the name of a setting if the Service is named `tablequery` or `tablequery-admin`. */
const SERVICE_PORT = /^TABLEQUERY_(?:\w+_)?PORT$/

/**
 * A variable such as `TABLEQUERY_X` holds the setting x, `TABLEQUERY_X_FILE` names a file with the value.
 * @throws ConfigError
 */
export function environmentSettings(allVariables: Environment): RawSettings {
  const environment = withoutServiceVariables(allVariables)
  const settings: RawSettings = new Map()
  const allowed = new Set([CONFIG_VARIABLE])
  for (const name of SETTING_NAMES) {
    const variable = variableName(name)
    const { alsoFrom, secret } = SETTINGS[name]
    // Only for secrets: variables such as `HOST_FILE` can be for other programs.
    const otherFile = alsoFrom !== undefined && secret ? `${alsoFrom}_FILE` : undefined
    for (const source of [otherFile, alsoFrom, `${variable}_FILE`, variable]) {
      if (source === undefined) continue
      allowed.add(source)
      const value = environment[source]
      if (value === undefined) continue
      // E.g. from `${TOKENS:-}` in a Compose file.
      if (value === '') {
        if (SETTINGS[name].refusesEmpty) throw new ConfigError(`${source} is empty: ${REMOVE_IT}`)
        continue
      }
      const isFile = source.endsWith('_FILE')
      if (settings.get(name)?.source === `${source}_FILE`)
        throw new ConfigError(`${source} and ${source}_FILE: give one of them`)
      settings.set(name, { value: isFile ? readTextFile(value, source).trim() : value, source })
    }
  }
  for (const variable of Object.keys(environment)) {
    if (!variable.startsWith('TABLEQUERY_') || allowed.has(variable)) continue
    const names = [...allowed].filter(
      (name) => name.startsWith('TABLEQUERY_') && !name.endsWith('_FILE'),
    )
    throw new ConfigError(
      `unknown variable ${variable}${alternatives(variable, names, 'TABLEQUERY_')}`,
    )
  }
  return settings
}

function withoutServiceVariables(environment: Environment): Environment {
  const isOfService = ([name, value = '']: [string, string | undefined]): boolean =>
    SERVICE_VARIABLE.test(name) || (SERVICE_PORT.test(name) && /^(?:tcp|udp|sctp):\/\//.test(value))
  return Object.fromEntries(Object.entries(environment).filter((entry) => !isOfService(entry)))
}

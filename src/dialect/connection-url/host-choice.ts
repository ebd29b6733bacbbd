/** Which of several hosts a session may use. The names and the values are libpq's, for every engine. */
import { oneOf, type Parameters } from './parameters'

/** https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-TARGET-SESSION-ATTRS */
const TARGETS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const

/** `random` spreads sessions over the hosts; `disable` uses the first host that suits. */
const BALANCES = ['disable', 'random'] as const

export interface HostChoice {
  readonly targetSessionAttrs: (typeof TARGETS)[number]
  readonly loadBalanceHosts: (typeof BALANCES)[number]
}

export const HOST_CHOICE_PARAMETERS = ['target_session_attrs', 'load_balance_hosts'] as const

/**
 * @param environment values for parameters that the connection string lacks
 * @throws ConnectionStringError
 */
export function hostChoice(
  parameters: Parameters,
  environment: Readonly<Record<string, string | undefined>> = {},
): HostChoice {
  const text = (name: string): string | undefined => parameters.get(name) ?? environment[name]
  const [target, balance] = HOST_CHOICE_PARAMETERS
  return {
    targetSessionAttrs: oneOf(target, text(target), TARGETS) ?? 'any',
    loadBalanceHosts: oneOf(balance, text(balance), BALANCES) ?? 'disable',
  }
}

/** Connects a session to one host: encrypted, not encrypted, or whichever succeeds. */
import { unlessAborted } from '../../unless-aborted'
import type { Address } from '../connection-url/address'
import { Deadline } from './deadline'
import type { EncryptionUse } from '../encryption'
import type { SessionDriver } from './session-driver'
import { ConnectTimeoutError, EncryptionNotOfferedError } from './session-errors'

/** What to do with a session while it is opened. */
export interface Opening<Session> {
  /** Gives up the session when it is aborted. */
  readonly signal: AbortSignal
  /** Called with each session as soon as it exists; it may fail to connect. */
  readonly created?: (session: Session) => void
  /** Called with the connected session; a failure closes it. */
  readonly prepare?: (session: Session) => Promise<unknown>
}

/** Whether each attempt is encrypted, in their order. */
const ATTEMPTS: Readonly<Record<EncryptionUse, readonly boolean[]>> = {
  always: [true],
  never: [false],
  'if offered': [true, false],
  'if demanded': [false, true],
}

/**
 * @param timeout milliseconds for each attempt, until the session is prepared
 * @throws ConnectTimeoutError, an error of the driver, that of `prepare`, or the signal's reason
 */
export async function openSession<Session extends object>(
  driver: SessionDriver<Session>,
  address: Address,
  timeout: number,
  opening: Opening<Session>,
): Promise<Session> {
  const { encryption } = driver
  let failure: unknown
  for (const isEncrypted of ATTEMPTS[encryption?.use ?? 'never']) {
    try {
      return await attempt(driver, driver.create(address, isEncrypted), timeout, opening)
    } catch (error) {
      if (!encryption?.isFailure(error)) throw error
      // Keep the failure of the other attempt, which says more than that the server offers no encryption.
      if (failure === undefined || failure instanceof EncryptionNotOfferedError) failure = error
    }
  }
  throw failure
}

async function attempt<Session extends object>(
  driver: SessionDriver<Session>,
  session: Session,
  timeout: number,
  { signal, created, prepare }: Opening<Session>,
): Promise<Session> {
  const open = async (): Promise<void> => {
    await driver.connect(session)
    await prepare?.(session)
  }
  const late = (): Error => new ConnectTimeoutError('the server does not respond')
  created?.(session)
  try {
    await new Deadline(timeout, late).limit(unlessAborted(signal, open()))
    return session
  } catch (error) {
    driver.destroy(session)
    throw error
  }
}

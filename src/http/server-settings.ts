/** Settings of the process and its listening socket. */
import { setting, type SettingValues } from '../settings/setting-definition'
import { HOST, PORT, wholeNumber } from '../settings/setting-type'

export const SERVER_SETTINGS = {
  host: setting(HOST, {
    description: 'Address to listen on',
    default: '127.0.0.1',
    alsoFrom: 'HOST',
  }),
  port: setting(PORT, {
    description: 'Port to listen on; 0 picks a free one',
    default: 3000,
    alsoFrom: 'PORT',
  }),
  workers: setting(wholeNumber({ from: 1, to: 128 }), {
    description: 'Number of worker processes, each with its own connection pool',
    default: 1,
  }),
}

export type ServerSettings = SettingValues<typeof SERVER_SETTINGS>

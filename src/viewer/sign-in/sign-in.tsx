/** Form for a token or an API key, shown after a 401 response. */
import { hashKey } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import type { AuthenticationFailedError } from '../../client'
import { headerProblem, signIn, useCredentials, type Credentials } from '../api/credentials'
import { refetchAll } from '../api/query-client'
import { useOccurrence } from '../frame/occurrence'
import { sentence } from '../texts/sentence'
import { t } from '../texts/texts'

type Scheme = 'token' | 'key'

export function SignIn({ error }: { readonly error: AuthenticationFailedError }): ReactNode {
  const refused = useCredentials()
  const hasTried = Object.keys(refused).length > 0
  // The server refused only the secret; the user keeps the other choices.
  const [earlier] = useState(() => choicesIn(refused))
  const [scheme, setScheme] = useState<Scheme>(
    earlier.scheme ?? (/key/i.test(error.authMethod ?? '') ? 'key' : 'token'),
  )
  const [secret, setSecret] = useState('')
  const [user, setUser] = useState(earlier.user)
  const [keyHeader, setKeyHeader] = useState(
    () => earlier.keyHeader ?? keyHeaderOf(error.challenge),
  )
  const [userHeader, setUserHeader] = useState(earlier.userHeader)
  const [attempt, setAttempt] = useState({ flaw: '' })
  const key = useOccurrence(attempt)
  const { flaw } = attempt
  const id = useId()
  const credentials = (): Credentials => {
    // A pasted header has the name of the scheme.
    if (scheme === 'token')
      return { Authorization: `Bearer ${secret.trim().replace(/^bearer\s+/i, '')}` }
    return { [keyHeader]: secret.trim(), ...(user !== '' && { [userHeader]: user.trim() }) }
  }
  return (
    <form
      className="sign-in"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => {
        event.preventDefault()
        if (secret.trim() === '') return
        const found = headerProblem(credentials())
        setAttempt({ flaw: found })
        if (found !== '') return
        // The cache keeps a refusal with its credentials; the server may accept the same ones by now.
        if (hashKey([credentials()]) === hashKey([refused])) refetchAll()
        else signIn(credentials())
      }}
    >
      <h2 id={`${id}-title`}>{t.signIn}</h2>
      <p role={hasTried || flaw !== '' ? 'alert' : undefined}>
        <span key={key}>
          {flaw ||
            (hasTried ? t.signInFailed(sentence(error.reason ?? error.message)) : t.signInToSee)}
        </span>
      </p>
      <fieldset className="choices">
        <legend>{t.signInWith}</legend>
        <label>
          <input
            type="radio"
            name={`${id}-scheme`}
            checked={scheme === 'token'}
            onChange={() => {
              setScheme('token')
            }}
          />
          {t.aToken}
        </label>
        <label>
          <input
            type="radio"
            name={`${id}-scheme`}
            checked={scheme === 'key'}
            onChange={() => {
              setScheme('key')
            }}
          />
          {t.aKey}
        </label>
      </fieldset>
      <Field
        label={scheme === 'token' ? t.token : t.key}
        type="password"
        value={secret}
        isRequired
        onChange={setSecret}
      />
      {scheme === 'key' && (
        <>
          <Field label={t.userOfKey} value={user} onChange={setUser} />
          <details>
            <summary>{t.headerNames}</summary>
            <Field label={t.keyHeader} value={keyHeader} onChange={setKeyHeader} />
            <Field label={t.userHeader} value={userHeader} onChange={setUserHeader} />
          </details>
        </>
      )}
      <button type="submit" className="primary">
        {t.signIn}
      </button>
      <p className="hint">{t.storedInTab}</p>
    </form>
  )
}

interface Choices {
  /** Undefined if there are no credentials. */
  readonly scheme?: Scheme
  readonly keyHeader?: string
  readonly userHeader: string
  readonly user: string
}

/** What the user chose for these credentials, without the secret. */
function choicesIn(credentials: Credentials): Choices {
  const [key, other] = Object.entries(credentials)
  const [userHeader, user] = other ?? ['X-User-ID', '']
  if (!key) return { userHeader, user }
  const [keyHeader, secret] = key
  if (keyHeader === 'Authorization' && secret.startsWith('Bearer '))
    return { scheme: 'token', userHeader, user }
  return { scheme: 'key', keyHeader, userHeader, user }
}

/** The header for the API key: the one that `WWW-Authenticate` names, else `X-API-Key`. */
function keyHeaderOf(challenge = ''): string {
  return /\bheader="([\w-]+)"/.exec(challenge)?.[1] ?? 'X-API-Key'
}

interface FieldProps {
  readonly label: string
  readonly type?: string
  readonly isRequired?: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}

function Field(props: FieldProps): ReactNode {
  const { label, type = 'text', isRequired = false, value, onChange } = props
  return (
    <label className="field">
      {label}
      <input
        type={type}
        required={isRequired}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          onChange(target.value)
        }}
      />
    </label>
  )
}

/** Form for a token or an API key, shown after a 401 response. */
import { useId, useState, type ReactNode } from 'react'
import type { AuthenticationFailedError } from '../../client'
import { flawIn, signIn, useCredentials, type Credentials } from '../api/credentials'

type Scheme = 'token' | 'key'

export function SignIn({ error }: { readonly error: AuthenticationFailedError }): ReactNode {
  const hasTried = Object.keys(useCredentials()).length > 0
  const [scheme, setScheme] = useState<Scheme>(
    /key/i.test(error.authMethod ?? '') ? 'key' : 'token',
  )
  const [secret, setSecret] = useState('')
  const [user, setUser] = useState('')
  const [keyHeader, setKeyHeader] = useState(() => keyHeaderOf(error.challenge))
  const [userHeader, setUserHeader] = useState('X-User-ID')
  const [flaw, setFlaw] = useState('')
  const id = useId()
  const credentials = (): Credentials => {
    if (scheme === 'token') return { Authorization: `Bearer ${secret.trim()}` }
    return { [keyHeader]: secret.trim(), ...(user !== '' && { [userHeader]: user.trim() }) }
  }
  return (
    <form
      className="sign-in"
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => {
        event.preventDefault()
        if (secret.trim() === '') return
        const found = flawIn(credentials())
        setFlaw(found)
        if (found === '') signIn(credentials())
      }}
    >
      <h2 id={`${id}-title`}>Sign in</h2>
      <p role={hasTried || flaw !== '' ? 'alert' : undefined}>
        {flaw ||
          (hasTried
            ? `Sign-in failed: ${error.reason ?? error.message}.`
            : 'Sign in to see the tables.')}
      </p>
      <fieldset className="choices">
        <legend>With</legend>
        <label>
          <input
            type="radio"
            name={`${id}-scheme`}
            checked={scheme === 'token'}
            onChange={() => {
              setScheme('token')
            }}
          />
          a token
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
          an API key
        </label>
      </fieldset>
      <Field
        label={scheme === 'token' ? 'Token' : 'API key'}
        type="password"
        value={secret}
        onChange={setSecret}
      />
      {scheme === 'key' && (
        <>
          <Field label="User (if the key needs one)" value={user} onChange={setUser} />
          <details>
            <summary>Names of the headers</summary>
            <Field label="Header of the key" value={keyHeader} onChange={setKeyHeader} />
            <Field label="Header of the user" value={userHeader} onChange={setUserHeader} />
          </details>
        </>
      )}
      <button type="submit" className="primary">
        Sign in
      </button>
      <p className="hint">Stored in this tab until you close it.</p>
    </form>
  )
}

/** Uses the default header if the server does not name one. */
function keyHeaderOf(challenge = ''): string {
  return /\bheader="([^"]+)"/.exec(challenge)?.[1] ?? 'X-API-Key'
}

interface FieldProps {
  readonly label: string
  readonly type?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function Field({ label, type = 'text', value, onChange }: FieldProps): ReactNode {
  return (
    <label className="field">
      {label}
      <input
        type={type}
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

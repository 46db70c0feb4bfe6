import type { Role } from '../../shared/permissions.ts'
import type { Scope } from '../../shared/token-scopes.ts'
import { CheckOption } from '../components/choice/check-option.tsx'
import { allowedFor, areas } from '../components/people/scope-areas.ts'
import { describeError, useI18n } from '../language.ts'

/** The areas that a token reads and changes, among the role's. */
export function ChooseScopes({
  role,
  value,
  onChange,
  error,
}: {
  role: Role
  value: readonly Scope[]
  onChange: (scopes: Scope[]) => void
  error?: string | undefined
}) {
  const i18n = useI18n()
  const toggle = (scopes: Scope[], isOn: boolean) =>
    onChange(isOn ? [...value, ...scopes] : value.filter((scope) => !scopes.includes(scope)))
  const offered = areas
    .map(({ name, label, read, change }) => ({
      name,
      label: i18n.t(label),
      read: allowedFor(role, read),
      change: allowedFor(role, change),
    }))
    .filter(({ read, change }) => read.length + change.length > 0)
  return (
    <fieldset aria-describedby={error ? 'scopes-error' : undefined} className="-mt-1">
      <legend className="sr-only">{i18n.t('What may it do?')}</legend>
      {error && (
        <p id="scopes-error" className="mb-2 font-medium text-overdue text-sm">
          {describeError(error, i18n)}
        </p>
      )}
      <ul className="divide-y divide-line rounded-card border border-line px-3.5">
        {offered.map(({ name, label, read, change }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
            <span aria-hidden="true" className="font-medium">
              {label}
            </span>
            <span className="ms-auto flex">
              {[
                { scopes: read, word: i18n.t('Read ##a permission') },
                { scopes: change, word: i18n.t('Change ##a permission') },
              ].map(({ scopes, word }) => (
                <span key={word} className="w-26">
                  {scopes.length > 0 && (
                    <CheckOption
                      checked={scopes.every((scope) => value.includes(scope))}
                      onChange={({ target }) => toggle(scopes, target.checked)}
                    >
                      <span className="sr-only">{label}: </span>
                      {word}
                    </CheckOption>
                  )}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

import { Trans } from '@lingui/react'
import { SampleNote } from '../components/labels/sample-note.tsx'
import { RoleBadge } from '../components/people/role-badge.tsx'

const PASSWORD = 'muster-demo'
const roles = ['god', 'admin', 'manager', 'user', 'guest']

/** The accounts of the sample hotel. Pressing one fills the sign-in form. */
export const SampleAccounts = ({ onChoose }: { onChoose: (account: { email: string; password: string }) => void }) => (
  <section aria-labelledby="sample-accounts" className="mt-5">
    <h3 id="sample-accounts" className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-1 text-muted text-sm">
      <SampleNote />
      <span>
        <Trans
          id="The password is {password}"
          values={{ password: <span className="font-semibold text-text">{PASSWORD}</span> }}
        />
      </span>
    </h3>
    <ul className="mt-2.5 divide-y divide-line overflow-hidden rounded-card border border-line">
      {roles.map((role) => {
        const email = `${role}@muster.example`
        return (
          <li key={role}>
            <button
              type="button"
              onClick={() => onChoose({ email, password: PASSWORD })}
              className="flex h-9 w-full items-center justify-between px-3 hover:bg-hover focus-visible:-outline-offset-2 touch:h-11"
            >
              <bdi>{email}</bdi>
              <RoleBadge role={role} />
            </button>
          </li>
        )
      })}
    </ul>
  </section>
)

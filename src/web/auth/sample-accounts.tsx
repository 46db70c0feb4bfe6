import { SampleNote } from '../components/sample-note.tsx'

const PASSWORD = 'muster-demo'
const roles = ['god', 'admin', 'manager', 'user', 'guest']

/** The accounts of the sample hotel, to try each role with one press. */
export const SampleAccounts = ({ onChoose }: { onChoose: (account: { email: string; password: string }) => void }) => (
  <section className="mt-6 px-1">
    <h3 className="flex items-center gap-2 text-muted text-sm">
      <SampleNote />
      <span>
        Password <code className="font-sans font-semibold text-text">{PASSWORD}</code>
      </span>
    </h3>
    <ul className="mt-3 grid grid-cols-1 gap-1.5 sm:grid-cols-2">
      {roles.map((role) => {
        const email = `${role}@muster.example`
        return (
          <li key={role}>
            <button
              type="button"
              onClick={() => onChoose({ email, password: PASSWORD })}
              className="w-full rounded-control border border-line px-3 py-1.5 text-left text-muted text-sm hover:bg-hover hover:text-text touch:min-h-11"
            >
              {email}
            </button>
          </li>
        )
      })}
    </ul>
  </section>
)

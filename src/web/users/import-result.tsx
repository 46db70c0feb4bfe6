import { Copy, Download } from 'lucide-react'
import { csvLine } from '../../shared/csv.ts'
import type { Imported } from '../../shared/users.ts'
import { Button } from '../ui/button.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { saveFile } from './save-file.ts'

const csvOf = (passwords: Imported['passwords']) =>
  [
    ['First name', 'Last name', 'Email', 'Password'],
    ...passwords.map(({ firstName, lastName, email, password }) => [firstName, lastName, email, password]),
  ]
    .map(csvLine)
    .join('')

/** The generated passwords, to be handed out. Nothing can show them a second time. */
export function Passwords({ passwords, onSaved }: { passwords: Imported['passwords']; onSaved: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(passwords.map(({ email, password }) => `${email}\t${password}`).join('\n'))
      onSaved()
      toast({ title: 'Copied' })
    } catch {
      toastError('Copying is not allowed here. Download the list instead.')
    }
  }
  const download = () => {
    saveFile('new-passwords.csv', csvOf(passwords))
    onSaved()
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" />
          Copy all
        </Button>
        <Button onClick={download}>
          <Download aria-hidden="true" className="size-4" />
          Download as CSV
        </Button>
      </div>
      <ul aria-label="New passwords" className="divide-y divide-line">
        {passwords.map(({ email, firstName, lastName, password }) => (
          <li key={email} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-[550]">
                {firstName} {lastName}
              </span>{' '}
              <span dir="ltr" className="text-muted">
                {email}
              </span>
            </span>
            <code className="rounded-md bg-sunken px-2 py-0.5 text-sm">{password}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

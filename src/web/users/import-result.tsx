import type { I18n } from '@lingui/core'
import { Copy, Download } from 'lucide-react'
import { csvLine } from '../../shared/csv.ts'
import type { Imported } from '../../shared/users.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { saveFile } from './save-file.ts'

const csvOf = (passwords: Imported['passwords'], i18n: I18n) =>
  [
    [i18n.t('First name'), i18n.t('Last name'), i18n.t('Email'), i18n.t('Password')],
    ...passwords.map(({ firstName, lastName, email, password }) => [firstName, lastName, email, password]),
  ]
    .map(csvLine)
    .join('')

/** The generated passwords, to be handed out. Nothing can show them a second time. */
export function Passwords({ passwords, onSaved }: { passwords: Imported['passwords']; onSaved: () => void }) {
  const i18n = useI18n()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(passwords.map(({ email, password }) => `${email}\t${password}`).join('\n'))
      onSaved()
      toast({ title: i18n.t('Copied') })
    } catch {
      toastError(i18n.t('Copying is not allowed here. Download the list instead.'))
    }
  }
  const download = () => {
    saveFile('new-passwords.csv', csvOf(passwords, i18n))
    onSaved()
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" />
          {i18n.t('Copy all')}
        </Button>
        <Button onClick={download}>
          <Download aria-hidden="true" className="size-4" />
          {i18n.t('Download as CSV')}
        </Button>
      </div>
      <ul aria-label={i18n.t('New passwords')} className="divide-y divide-line">
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

import { Trans } from '@lingui/react'
import { Download, FileUp } from 'lucide-react'
import { MAX_IMPORT_PEOPLE } from '../../../shared/users.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { saveFile } from '../save-file.ts'
import { textOf } from './file-text.ts'

/** The server takes so many characters. A file may have two bytes for each. */
const MAX_CHARACTERS = 400_000
const MAX_BYTES = 2 * MAX_CHARACTERS
const TEMPLATE =
  'First name,Last name,Email,Role,Department,Password,Language\r\n' +
  'Ada,Lovelace,ada@hotel.example,manager,Housekeeping,,\r\n'

/** Lets the person choose the file to import, or drop it. `onRead` gets its text. */
export function ChooseFile({
  pending,
  fault,
  onFault,
  onRead,
}: {
  pending: boolean
  fault: string | undefined
  onFault: (fault: string) => void
  onRead: (csv: string) => void
}) {
  const i18n = useI18n()
  const readFile = async (file: File) => {
    if (file.size > MAX_BYTES) return onFault(i18n.t('The file is too large. Divide it into several.'))
    try {
      const text = textOf(await file.arrayBuffer(), i18n.locale)
      if (text.length > MAX_CHARACTERS) return onFault(i18n.t('The file is too large. Divide it into several.'))
      onRead(text)
    } catch {
      onFault(i18n.t('The file could not be read.'))
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <DropZone
        label={i18n.t('CSV file')}
        accept=".csv,text/csv,text/plain"
        onFile={(file) => void readFile(file)}
        className="flex-col py-9 text-center"
      >
        {(choose) => (
          <>
            <Button variant="primary" pending={pending} onClick={choose}>
              {!pending && <FileUp aria-hidden="true" className="size-4" />}
              {pending ? i18n.t('Checking...') : i18n.t('Choose a CSV file')}
            </Button>
            <p className="text-muted max-md:hidden">{i18n.t('or drop it here')}</p>
          </>
        )}
      </DropZone>
      {fault && (
        <p role="alert" className="rounded-control bg-overdue-soft px-3.5 py-2.5 font-medium text-overdue">
          {fault}
        </p>
      )}
      <FormatHelp />
    </div>
  )
}

/** Names of the columns that the server reads in every language. */
const columns = ['First name', 'Last name', 'Email', 'Department', 'Role', 'Language', 'Password'].map((name) => (
  <b key={name} dir="ltr" className="font-semibold text-text">
    {name}
  </b>
))

/** Says what the file must look like, and offers a template. */
function FormatHelp() {
  const i18n = useI18n()
  return (
    <div className="text-muted">
      <p>
        <Trans
          id="The first line names the columns: <0/>, <1/>, <2/> and <3/>; if you like also <4/> (else {role}), <5/> (a code such as {code}; else as in the browser) and <6/> (else each person gets a link to set one). Other names of columns are recognised in ten languages, and you can choose them. Up to {max, number} people at once, all or none."
          values={{ role: 'user', code: 'de', max: MAX_IMPORT_PEOPLE }}
          components={{ ...columns }}
        />
      </p>
      <Button variant="ghost" onClick={() => saveFile('users-template.csv', TEMPLATE)} className="-ms-3 mt-2">
        <Download aria-hidden="true" className="size-4" />
        {i18n.t('Download a template')}
      </Button>
    </div>
  )
}

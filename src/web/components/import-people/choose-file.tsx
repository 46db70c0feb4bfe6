import type { I18n } from '@lingui/core'
import { Trans } from '@lingui/react'
import { Download, FileUp } from 'lucide-react'
import { columnLabels } from '../../../shared/import-columns.ts'
import { type ImportColumn, MAX_IMPORT_PEOPLE } from '../../../shared/import-people.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { useFileFormat } from '../files/file-format.ts'
import { LIST_FILES, readList } from '../files/read-list.ts'
import { type ShownList, saveList } from '../files/save-file.ts'
import { roleLabel } from '../people/role-label.ts'
import { useReader } from '../time/use-reader.ts'

/** The server takes so many characters. A file may have two bytes for each. */
const MAX_CHARACTERS = 400_000
const MAX_BYTES = 2 * MAX_CHARACTERS
/** The columns of the template, with the first person. */
const template: [ImportColumn, string][] = [
  ...([
    ['firstName', 'Ada'],
    ['lastName', 'Lovelace'],
    ['email', 'ada@hotel.example'],
  ] as [ImportColumn, string][]),
  ...([
    ['role', 'manager'],
    ['department', 'Housekeeping'],
    ['password', ''],
    ['language', ''],
  ] as [ImportColumn, string][]),
]

/** The template in the reader's language: its head, and the line of the first person. */
const templateIn = (i18n: I18n): ShownList<null> => ({
  name: 'users-template',
  columns: template.map(([column, value]) => ({
    heading: i18n.t(columnLabels[column]),
    kind: 'text',
    value: () => (column === 'role' ? roleLabel(value, i18n) : value),
  })),
  rows: [null],
})

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
      const text = await readList(file, i18n.locale)
      if (text.length > MAX_CHARACTERS) return onFault(i18n.t('The file is too large. Divide it into several.'))
      onRead(text)
    } catch (error) {
      const isTooLarge = error instanceof RangeError
      onFault(
        isTooLarge ? i18n.t('The file is too large. Divide it into several.') : i18n.t('The file could not be read.'),
      )
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <DropZone
        label={i18n.t('CSV or Excel file')}
        accept={LIST_FILES}
        onFile={(file) => void readFile(file)}
        className="flex-col py-9 text-center"
      >
        {(choose) => (
          <>
            <Button variant="primary" pending={pending} onClick={choose}>
              {!pending && <FileUp aria-hidden="true" className="size-4" />}
              {pending ? i18n.t('Checking...') : i18n.t('Choose a CSV or Excel file')}
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

/** The columns in the order of the help. */
const helped = ['firstName', 'lastName', 'email', 'department', 'role', 'language', 'password'] as const

/** Describes a proper file, and offers a template. */
function FormatHelp() {
  const i18n = useI18n()
  const reader = useReader()
  const [chosen] = useFileFormat()
  const saveTemplate = () => saveList(templateIn(i18n), chosen, reader)
  const columns = helped.map((column) => (
    <b key={column} className="font-semibold text-text">
      {i18n.t(columnLabels[column])}
    </b>
  ))
  return (
    <div className="text-muted">
      <p>
        <Trans
          id="The first line names the columns: <0/>, <1/>, <2/> and <3/>. You can add <4/> (otherwise {role}), <5/> (a code such as {code}; otherwise as in the browser) and <6/> (otherwise each person gets a link to set one). Muster knows names of columns in ten languages. You can also choose the columns yourself. {max, plural, one {Up to # person at once.} other {Up to # people at once.}}"
          values={{ role: roleLabel('user', i18n), code: 'de', max: MAX_IMPORT_PEOPLE }}
          components={{ ...columns }}
        />
      </p>
      <p className="mt-2">
        {i18n.t(
          'A person without an e-mail has an empty cell there. Muster makes a user name for them, or takes the one in the column User name.',
        )}
      </p>
      <Button variant="ghost" onClick={() => void saveTemplate()} className="-ms-3 mt-2">
        <Download aria-hidden="true" className="size-4" />
        {i18n.t('Download a template')}
      </Button>
    </div>
  )
}

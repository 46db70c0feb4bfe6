import type { Sop, SopReader } from '../../../shared/sops.ts'
import { formatDateTime } from '../../../shared/words/formats.ts'
import { PrintSheet, PrintTable } from '../../components/files/print-sheet.tsx'
import { fullName } from '../../components/people/avatar.tsx'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'

/** The people who have confirmed to have read an SOP, and the others, on paper. */
export function PrintedReaders({ sop, people, onDone }: { sop: Sop; people: SopReader[]; onDone: () => void }) {
  const i18n = useI18n()
  const reader = useReader()
  const read = people.filter(({ readAt }) => readAt !== null).length
  return (
    <PrintSheet
      title={sop.title}
      facts={[
        i18n.t('Version {version}', { version: sop.version }),
        sop.department?.name ?? i18n.t('Global'),
        i18n.t('Read by {read, number} of {total, number}', { read, total: people.length }),
      ]}
      ready
      onDone={onDone}
    >
      <PrintTable heads={[i18n.t('Name'), i18n.t('Department'), i18n.t('Have read it')]}>
        {people.map((person) => (
          <tr key={person.id}>
            <td dir="auto">{fullName(person)}</td>
            <td dir="auto">{person.department?.name}</td>
            <td className="whitespace-nowrap">
              {person.readAt ? formatDateTime(person.readAt, reader) : i18n.t('Not yet')}
            </td>
          </tr>
        ))}
      </PrintTable>
    </PrintSheet>
  )
}

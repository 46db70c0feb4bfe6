import { FileUp, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { departmentsApi } from '../../shared/departments.ts'
import { type Invitation, MAX_LIST_PEOPLE, usersApi } from '../../shared/users.ts'
import { CallError, messageOf } from '../api/call-endpoint.ts'
import { deployment } from '../api/deployment.ts'
import { useCall, useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { CheckOption } from '../components/choice/check-option.tsx'
import { UnknownDepartments } from '../components/import-people/unknown-departments.tsx'
import { InvitationLinks, useLinksNote } from '../components/invitations/links.tsx'
import { roleLabel } from '../components/people/role-label.ts'
import { usePeople } from '../components/people/use-people.ts'
import { useI18n } from '../language.ts'
import { ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { NOT_SMALL } from '../ui/media.ts'
import { toastError } from '../ui/toast.tsx'
import type { PastedPerson } from './pasted-people.ts'
import { bodyOf, type Faults, faultsOf, faultsOfReply, isFilled } from './people-faults.ts'
import { emptyRow, offeredRoles, PeopleRows } from './people-rows.tsx'
import { StepFrame, StepHeading, type StepProps } from './step-frame.tsx'

/** So many words that are not understood are asked about. */
const MAX_UNKNOWN = 20

const ImportDialog = lazyPart(() => import('../components/import-people/import-dialog.tsx'), 'ImportDialog')

/** Adds people: by a list that is typed or pasted, or by a file. They choose their passwords by links. */
export function PeopleStep(props: StepProps) {
  const [links, setLinks] = useState<Invitation[]>()
  return links ? (
    <Links {...props} links={links} onMore={() => setLinks(undefined)} />
  ) : (
    <List {...props} onLinks={setLinks} />
  )
}

function List({ onDone, onSkip, onLinks }: StepProps & { onLinks: (links: Invitation[]) => void }) {
  const i18n = useI18n()
  const roles = offeredRoles(useViewer())
  const departments = useReply(departmentsApi.list, {}).data
  const count = usePeople().data?.length
  const [rows, setRows] = useState<PastedPerson[]>(() => Array(matchMedia(NOT_SMALL).matches ? 3 : 1).fill(emptyRow))
  const [faults, setFaults] = useState<Faults>({})
  const [send, setSend] = useState(deployment.mail)
  const [isImporting, setImporting] = useState(false)
  const { mutateAsync, isPending } = useCall(usersApi.createMany)

  const change = (next: PastedPerson[]) => {
    setRows(next)
    setFaults({})
  }
  const unknown = [...new Set(rows.flatMap((row) => row.unknown ?? []))].slice(0, MAX_UNKNOWN)
  /** Gives a meaning to a word of pasted rows, in every row that has it. */
  const mean = (word: string, changes: Partial<PastedPerson>) =>
    change(
      rows.map((row) =>
        row.unknown?.includes(word)
          ? { ...row, ...changes, unknown: row.unknown.filter((other) => other !== word) }
          : row,
      ),
    )
  const submit = async () => {
    const filled = rows.filter(isFilled)
    // The administrator at the guide is a person too.
    if (filled.length === 0) return count !== undefined && count > 1 ? onDone() : onSkip()
    const found = faultsOf(rows)
    setFaults(found)
    if (Object.keys(found).length > 0 || unknown.length > 0)
      return toastError(i18n.t('Please fill in all required fields'))
    try {
      const body = { people: filled.map(bodyOf), ...(send && deployment.mail && { send }) }
      onLinks((await mutateAsync({ body })).invitations)
    } catch (error) {
      const issues = error instanceof CallError ? (error.reply?.issues ?? []) : []
      setFaults(faultsOfReply(rows, issues))
      toastError(messageOf(error, i18n.t('This could not be saved')))
    }
  }
  return (
    <StepFrame
      title={i18n.t('Who works here?')}
      description={i18n.t(
        'Type people or paste them from a list. Each person gets a link to choose a password. Leave the e-mail empty for people who have none: they get a user name.',
      )}
      submitLabel={rows.some(isFilled) ? i18n.t('Create accounts') : i18n.t('Continue')}
      pending={isPending}
      onSubmit={submit}
      onSkip={onSkip}
    >
      {unknown.length > 0 && (
        <UnknownDepartments
          names={unknown}
          pending={isPending}
          others={[
            ...roles.map((role) => ({ value: role, label: i18n.t('Role: {role}', { role: roleLabel(role, i18n) }) })),
            { value: 'none', label: i18n.t('Leave out') },
          ]}
          onMean={({ name, departmentId }) => mean(name, { departmentId: String(departmentId) })}
          onOther={(name, role) => mean(name, role === 'none' ? {} : { role })}
        />
      )}
      <PeopleRows rows={rows} faults={faults} departments={departments ?? []} onChange={change} />
      <div className="flex flex-wrap gap-2">
        <Button disabled={rows.length >= MAX_LIST_PEOPLE} onClick={() => setRows([...rows, emptyRow])}>
          <Plus aria-hidden="true" className="size-4" />
          {i18n.t('Add a person')}
        </Button>
        <Button onClick={() => setImporting(true)}>
          <FileUp aria-hidden="true" className="size-4" />
          {i18n.t('Import a CSV file')}
        </Button>
      </div>
      {deployment.mail && (
        <CheckOption checked={send} onChange={({ target }) => setSend(target.checked)}>
          {i18n.t('Send each link by e-mail too')}
        </CheckOption>
      )}
      {count !== undefined && (
        <p className="text-muted text-sm">
          {i18n.t('{count, plural, one {# person has an account.} other {# people have accounts.}}', { count })}
        </p>
      )}
      {isImporting && (
        <Suspense fallback={null}>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </StepFrame>
  )
}

/** The links of the people who were just created. */
function Links({ links, onDone, onMore }: StepProps & { links: Invitation[]; onMore: () => void }) {
  const i18n = useI18n()
  const noteOf = useLinksNote()
  const [saved, setSaved] = useState(false)
  /** Asks first if nobody has copied the links. */
  const leave = async (then: () => unknown) => {
    const text = i18n.t('The links are shown only now. Close without copying them?')
    if (saved || (await ask({ text, stay: i18n.t('Keep open'), leave: i18n.t('Close') }))) then()
  }
  return (
    <>
      <StepHeading title={i18n.t('Hand out the links')} description={noteOf(links) ?? ''} />
      <InvitationLinks invitations={links} onSaved={() => setSaved(true)} />
      <footer className="mt-6 flex flex-wrap gap-2 border-line border-t pt-4">
        <Button variant="primary" onClick={() => leave(onDone)} className="max-md:w-full">
          {i18n.t('Continue')}
        </Button>
        <Button onClick={() => leave(onMore)} className="max-md:w-full">
          {i18n.t('Add more people')}
        </Button>
      </footer>
    </>
  )
}
